/** Maximum lengths of all strings in requests, in UTF-16 code units, as counted by `length`. */
export const textLimits = {
  name: 100,
  /** The maximum length of a first name, a space, and a last name. */
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
  importProfile: 100,
  releaseReason: 1000,
  structure: 1000,
  companyName: 200,
  note: 1000,
  passComment: 1000,
  loanNote: 5000,
  phone: 50,
  webAddress: 2000,
  instructedBy: 200,
  bankDetail: 140,
  legalText: 50_000,
} as const

export const passwordMinimum = 8

export const notAvailable = 'N/A'

export const emailKey = (email: string) => email.trim().toLowerCase()

/** The number of people per similarity at which counting stops in the list of pending accounts. */
export const maxColleagues = 20

export const publicEmailDomains: readonly string[] = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  ...['yahoo.com', 'ymail.com', 'aol.com', 'icloud.com', 'me.com', 'mac.com', 'comcast.net'],
  ...['proton.me', 'protonmail.com', 'gmx.com', 'gmx.net', 'zoho.com', 'verizon.net', 'att.net'],
]

/** Returns the domain of an address, such as "alder.example". */
export const emailDomainOf = (email: string) =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Returns "Ada Cole", or "User" for an account without a name. */
export const fullName = (person: { firstName: string | null; lastName: string | null }) =>
  [person.firstName, person.lastName]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ') || 'User'
