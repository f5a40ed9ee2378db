import { companyOf, type ShownCompany } from '#contract/company.ts'

/** The company's details, which the server embeds in the page. `company-edition.ts` updates them. */
export const company: ShownCompany = readCompany()

function readCompany(): ShownCompany {
  const written = document.querySelector('script#company')?.textContent?.trim() ?? ''
  // The Vite dev server serves the page with the placeholder unfilled.
  if (!written.startsWith('{')) return companyOf({}, {})
  return JSON.parse(written) as ShownCompany
}
