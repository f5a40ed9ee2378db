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

const patterns = Object.values(pages).map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
)

/** Whether an address, without its query, is one of the pages. */
export const isPage = (pathname: string) => patterns.some((pattern) => pattern.test(pathname))
