/** The pages of the browser application: the server answers 404 for every other address. */
export const pages = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  dashboard: '/dashboard',
  loans: '/loans',
  loan: '/loans/:id',
  book: '/loans/:id/book',
  commitments: '/commitments',
  profile: '/profile',
  notifications: '/notifications',
  admin: '/admin',
  adminMail: '/admin/mail',
  adminAudit: '/admin/audit',
} as const
export type Page = keyof typeof pages

const patternsWith = (parameter: string) =>
  Object.values(pages).map(
    (path) => new RegExp(`^${path.replace(/:\w+/g, parameter).replace(/\/$/, '')}/?$`),
  )
const patterns = patternsWith('[^/]+')
const plainPatterns = patternsWith('[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')

/** Whether an address, without its query, is one of the pages. */
export const isPage = (pathname: string) => patterns.some((pattern) => pattern.test(pathname))

/**
 * Whether an address is one of the pages and nothing else: no query, no fragment, and only UUIDs for
 * ids. It then holds no words, so it may stand in a mail that a stranger can have sent to anybody.
 */
export const isPlainPage = (address: string) =>
  plainPatterns.some((pattern) => pattern.test(address))
