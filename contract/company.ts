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

export type CompanyField = keyof Company

/** The company as pages get it. */
export interface ShownCompany extends Company {
  /** Whether nobody has named the company yet, so that the details are examples. */
  isExample: boolean
}

/** Stands for the originator until it is named: reserved domains and a number that nobody has. */
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

/** What somebody entered; null or undefined is nothing. */
export type EnteredCompany = { [Field in CompanyField]?: Company[Field] | null | undefined }

/** Each detail as the settings have it, else as an administrator entered it, else as the example has it. */
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
