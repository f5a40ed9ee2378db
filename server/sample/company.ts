/** The sample portfolio's originator: reserved domains and a fictional number. */
export const sampleCompany = {
  name: 'Harborline Capital',
  email: 'desk@harborline.example',
  phone: '(617) 555-0142',
  address: '200 Harborline Avenue, Suite 1400, Boston, MA 02110',
  website: 'https://www.harborline.example',
  networkUrl: 'https://network.example/company/harborline-capital',
  approvalTime: 'within a business day',
}
