/** The originator's own details, shown on the landing page, in the footer and in mails. */
export interface Company {
  name: string
  email: string
  phone: string
  address: string
  website: string
  networkUrl: string
  /** Null shows the built-in mark. */
  logoUrl: string | null
}
