/** The originator's details, shown on the landing page, in the app and in emails. */
export interface Company {
  name: string
  email: string
  phone: string
  address: string
  website: string
  networkUrl: string
  /** Null shows the built-in mark. */
  logoUrl: string | null
  /** When a new account is usually approved, as the end of a sentence. */
  approvalTime: string
}

/** Used until the operator sets their own: reserved domains and a fictional number. */
export const exampleCompany: Company = {
  name: 'Harborline Capital',
  email: 'desk@harborline.example',
  phone: '(617) 555-0142',
  address: '200 Harborline Avenue, Suite 1400, Boston, MA 02110',
  website: 'https://www.harborline.example',
  networkUrl: 'https://network.example/company/harborline-capital',
  logoUrl: null,
  approvalTime: 'within a business day',
}
