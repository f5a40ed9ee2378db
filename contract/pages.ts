/** The pages of the browser application: the server answers 404 for every other address. */
export const pages = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  verify: '/verify',
  dashboard: '/dashboard',
  loans: '/loans',
  compare: '/loans/compare',
  loan: '/loans/:id',
  book: '/loans/:id/book',
  commitments: '/commitments',
  receipt: '/receipts/:id',
  profile: '/profile',
  notifications: '/notifications',
  help: '/help',
  admin: '/admin',
  adminMail: '/admin/mail',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  adminImport: '/admin/import',
  adminExposure: '/admin/exposure',
  adminLender: '/admin/lenders/:id',
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
 * Whether an address is exactly one of the pages: no query, no fragment, and only UUIDs as ids. It
 * then contains no free text, so it is safe in an email that a stranger can send to anyone.
 */
export const isPlainPage = (address: string) =>
  plainPatterns.some((pattern) => pattern.test(address))
