import { companyOf, type ShownCompany } from '#contract/company.ts'

/** The originator's details, which the server writes into the page. `company-edition.ts` changes them. */
export const company: ShownCompany = readCompany()

function readCompany(): ShownCompany {
  const written = document.querySelector('script#company')?.textContent?.trim() ?? ''
  // When Vite serves the page, it still has the placeholder that only our server fills in.
  if (!written.startsWith('{')) return companyOf({}, {})
  return JSON.parse(written) as ShownCompany
}
