import { companyOf, type ShownCompany } from '#contract/company.ts'

/** The company's details, which the server embeds in the page and `company-edition.ts` updates. */
export const company: ShownCompany = readCompany()

function readCompany(): ShownCompany {
  const written = document.querySelector('script#company')?.textContent?.trim() ?? ''
  // Vite's development server doesn't fill in the placeholder.
  if (!written.startsWith('{')) return companyOf({}, {})
  return JSON.parse(written) as ShownCompany
}
