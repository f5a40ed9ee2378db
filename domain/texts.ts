/** The maximum length of every text that people or programs send, in UTF-16 units as `length` counts. */
export const textLimits = {
  name: 100,
  /** First and last name. */
  fullName: 201,
  title: 200,
  filename: 200,
  address: 300,
  propertyType: 100,
  purpose: 5000,
  summary: 5000,
  message: 5000,
  caption: 1000,
  imageUrl: 2000,
  email: 254,
  password: 128,
  search: 200,
  filterName: 60,
  releaseReason: 1000,
  companyName: 200,
  note: 1000,
  phone: 50,
  webAddress: 2000,
  instructedBy: 200,
  legalText: 50_000,
} as const

export const passwordMinimum = 8

/** Shown for a term or figure that a loan, or a lender without loans, does not have. */
export const notAvailable = 'N/A'

/** A key for an email address: letter case does not matter. */
export const emailKey = (email: string) => email.trim().toLowerCase()

/** Whoever awaits approval is shown with so many others of the same company; of more, that there are more. */
export const maxColleagues = 20

/** Domains of addresses that say nothing of a person's company. */
export const publicEmailDomains = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  ...['yahoo.com', 'ymail.com', 'aol.com', 'icloud.com', 'me.com', 'mac.com', 'comcast.net'],
  ...['proton.me', 'protonmail.com', 'gmx.com', 'gmx.net', 'zoho.com', 'verizon.net', 'att.net'],
] as const

/** "Ada Cole"; a person without a name is shown as User. */
export const fullName = (person: { firstName: string | null; lastName: string | null }) =>
  [person.firstName, person.lastName]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ') || 'User'
