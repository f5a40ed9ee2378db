/** The originator's details, which appear on the landing page, in the app, and in emails. */
export interface Company {
  name: string
  email: string
  phone: string
  address: string
  website: string
  networkUrl: string
  /** The logo URL. Null selects the built-in logo. */
  logoUrl: string | null
  /** The usual approval time for new accounts, worded to fit into a sentence, such as "within a business day". */
  approvalTime: string
}

export type CompanyField = keyof Company

export interface ShownCompany extends Company {
  /** True if no company name is set, so the details are placeholders. */
  isExample: boolean
}

/**
 * The example company, used until the originator's name is set. Its domains and phone number are reserved for examples.
 */
export const exampleCompany: Company = {
  name: 'Paripassu',
  email: 'desk@example.com',
  phone: '(555) 555-0100',
  address: '100 Example Street, Suite 100, New York, NY 10001',
  website: 'https://www.example.com',
  networkUrl: 'https://network.example.com/company',
  logoUrl: null,
  approvalTime: 'within a business day',
}

/** Null and undefined both mean that a detail is missing. */
export type EnteredCompany = { [Field in CompanyField]?: Company[Field] | null | undefined }

/**
 * Combines the details. The `BRAND_` settings take precedence over administrators' entries, which take precedence over
 * the example.
 */
export function companyOf(brand: EnteredCompany, entered: EnteredCompany): ShownCompany {
  const { name, email, phone, address, website, networkUrl, logoUrl, approvalTime } = exampleCompany
  return {
    name: brand.name ?? entered.name ?? name,
    email: brand.email ?? entered.email ?? email,
    phone: brand.phone ?? entered.phone ?? phone,
    address: brand.address ?? entered.address ?? address,
    website: brand.website ?? entered.website ?? website,
    networkUrl: brand.networkUrl ?? entered.networkUrl ?? networkUrl,
    logoUrl: brand.logoUrl ?? entered.logoUrl ?? logoUrl,
    approvalTime: brand.approvalTime ?? entered.approvalTime ?? approvalTime,
    isExample: !(brand.name ?? entered.name),
  }
}
