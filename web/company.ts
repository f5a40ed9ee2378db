import { exampleCompany, type Company } from '#contract/company.ts'

/** The originator's details, which the server writes into the page. */
export const company: Company = readCompany()

function readCompany(): Company {
  const written = document.querySelector('script#company')?.textContent?.trim() ?? ''
  // When Vite serves the page, it still has the placeholder that only our server fills in.
  if (!written.startsWith('{')) return exampleCompany
  return JSON.parse(written) as Company
}
