/** The pages of the web app. For any other URL, the server returns 404. */
import type { Access } from '#domain/access.ts'

/** A visitor without access is redirected to the login page. A lender without access sees a message. */
type PageAccess = Extract<Access, 'anyone' | 'signedIn' | 'admin'>

export interface PageRow<Path extends string = string> {
  path: Path
  access: PageAccess
  title: string
  isBare: boolean
  /** The path of a module in `web/`. The module exports a component named after the file. */
  module: string
  /**
   * The page's first GET calls, exactly as the page sends them, for preloading. `:id` is replaced by the id in the
   * page's URL.
   */
  reads: readonly string[]
}

/** For `web/loans/pages/BrowseLoansPage.tsx`, the `module` is "loans/BrowseLoansPage". */
const pageFor =
  (access: PageAccess, isBare = false) =>
  <Path extends string>(
    path: Path,
    title: string,
    module: string,
    reads: readonly string[] = [],
  ): PageRow<Path> => ({
    ...{ path, access, title, isBare, reads },
    module: `${module.replace('/', '/pages/')}.tsx`,
  })
const open = pageFor('anyone')
const bare = pageFor('anyone', true)
const own = pageFor('signedIn')
const admin = pageFor('admin')

const loansRead = '/api/loans?hidePassed=true&limit=24'

/** The first match applies, so a specific path comes before any path whose parameter would also match. */
export const pageTable = {
  // The server sends visitors the landing page instead.
  home: own('/', 'Dashboard', 'loans/DashboardPage', ['/api/stats', loansRead]),
  login: bare('/login', 'Log In', 'accounts/LoginPage'),
  register: bare('/register', 'Create Account', 'accounts/RegisterPage'),
  forgotPassword: bare('/forgot-password', 'Forgot Password', 'accounts/ForgotPasswordPage'),
  resetPassword: bare('/reset-password', 'Reset Password', 'accounts/ResetPasswordPage'),
  terms: open('/terms', 'Terms of Service', 'legal/TermsPage'),
  privacy: open('/privacy', 'Privacy Policy', 'legal/PrivacyPage'),
  verify: open('/verify', 'Verify a Receipt', 'book/VerifyPage'),
  dashboard: own('/dashboard', 'Dashboard', 'loans/DashboardPage', ['/api/stats', loansRead]),
  loans: own('/loans', 'Browse Loans', 'loans/BrowseLoansPage', [loansRead, '/api/favorites']),
  compare: own('/loans/compare', 'Compare Loans', 'loans/CompareLoansPage'),
  loan: own('/loans/:id', 'Loan', 'loans/LoanDetailPage', ['/api/loans/:id']),
  book: admin('/loans/:id/book', 'Book', 'book/BookPage', [
    '/api/admin/loans/:id/book/totals',
    '/api/admin/loans/:id/book/entries?limit=100',
    '/api/admin/loans/:id/lenders',
  ]),
  deal: admin('/loans/:id/deal', 'Deal Desk', 'deal/DealPage', [
    '/api/admin/loans/:id/deal',
    '/api/admin/loans/:id/allocations',
  ]),
  commitments: own('/commitments', 'My Commitments', 'book/MyCommitmentsPage', [
    '/api/commitments/me?order=loan&limit=24',
    '/api/commitments/me/portfolio',
    '/api/offers/me?limit=24',
    '/api/terms-proposals/me',
  ]),
  receipt: own('/receipts/:id', 'Receipt', 'book/ReceiptPage', ['/api/receipts/:id']),
  profile: own('/profile', 'Profile', 'accounts/ProfilePage', ['/api/auth/sessions']),
  firm: own('/firm', 'Your Firm', 'firms/OwnFirmPage', ['/api/firm']),
  notifications: own('/notifications', 'Notifications', 'notifications/NotificationsPage', [
    '/api/notifications?limit=50',
  ]),
  help: own('/help', 'Help', 'help/HelpPage'),
  admin: admin('/admin', 'Admin Panel', 'admin-panel/AdminPage', [
    '/api/admin/summary',
    '/api/admin/loans?limit=50',
  ]),
  adminMail: admin('/admin/mail', 'Mail Outbox', 'notifications/MailOutboxPage', [
    '/api/admin/mails?limit=50',
    '/api/admin/mails/status',
  ]),
  adminAudit: admin('/admin/audit', 'Audit Trail', 'audit/AuditTrailPage', [
    '/api/admin/audit?signIns=hidden&limit=50',
    '/api/admin/audit/state',
  ]),
  adminSettings: admin('/admin/settings', 'Settings', 'settings/SettingsPage', [
    '/api/admin/setup',
    '/api/admin/company',
  ]),
  adminImport: admin('/admin/import', 'Import', 'imports/ImportPage'),
  adminExposure: admin('/admin/exposure', 'Exposure', 'desk/ExposurePage', [
    '/api/admin/exposure',
    '/api/admin/exposure/loans?sort=-gap&status=open&limit=10',
  ]),
  adminFirms: admin('/admin/firms', 'Firms', 'firms/FirmsPage', [
    '/api/admin/firms?sort=-binding&limit=50',
    '/api/admin/firm-proposals',
  ]),
  adminFirm: admin('/admin/firms/:id', 'Firm', 'firms/FirmPage', ['/api/admin/firms/:id']),
  adminLender: admin('/admin/lenders/:id', 'Lender', 'desk/LenderPage', [
    '/api/admin/lenders/:id',
    '/api/admin/lenders/:id/holdings?limit=10',
  ]),
}

export type Page = keyof typeof pageTable
type Paths = { [P in Page]: (typeof pageTable)[P]['path'] }

// `Object.entries` types the keys as `string`, but these are exactly the table's keys.
const pageRows = Object.entries(pageTable) as [Page, PageRow][]

export const pages = Object.fromEntries(pageRows.map(([page, { path }]) => [page, path])) as Paths

const patternOf = (path: string, parameter: string) =>
  new RegExp(`^${path.replace(/:\w+/g, parameter).replace(/\/$/, '')}/?$`)
const patternsWith = (parameter: string) =>
  pageRows.map(([page, { path }]) => ({ page, pattern: patternOf(path, parameter) }))
const patterns = patternsWith('[^/]+')
const plainPatterns = patternsWith('([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')

/** @param pathname The path without a query. */
export const pageAt = (pathname: string): Page | undefined =>
  patterns.find(({ pattern }) => pattern.test(pathname))?.page

export const isPage = (pathname: string): boolean => pageAt(pathname) !== undefined

/** Matches a URL path without a query, with a UUID for each parameter. */
export function plainPageAt(address: string): { page: Page; id: string } | undefined {
  for (const { page, pattern } of plainPatterns) {
    const found = pattern.exec(address)
    if (found) return { page, id: found[1] ?? '' }
  }
  return undefined
}

/**
 * True if the URL belongs to a page, has no query or fragment, and has only UUIDs as parameters. Such a URL contains no
 * free text, so it is safe in an email that a stranger can trigger.
 */
export const isPlainPage = (address: string): boolean => plainPageAt(address) !== undefined
