import type { Company } from '#contract/company.ts'

/** The originator's own details, which the server writes into the page. */
export const company: Company = readCompany()

function readCompany(): Company {
  const written = document.querySelector('script#company')?.textContent?.trim() ?? ''
  // Served by Vite, the page still has the placeholder that only our server fills in.
  if (!written.startsWith('{')) return exampleCompany()
  return JSON.parse(written) as Company
}

// A function, since it is called above before a constant of this place would have its value.
function exampleCompany(): Company {
  return {
    name: 'Harborline Capital',
    email: 'desk@harborline.example',
    phone: '(617) 555-0142',
    address: '200 Harborline Avenue, Suite 1400, Boston, MA 02110',
    website: 'https://www.harborline.example',
    networkUrl: 'https://network.example/company/harborline-capital',
    logoUrl: null,
  }
}
