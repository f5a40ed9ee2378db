/** The pages for those who are signed in. They and their frame are downloaded when one is first needed. */
import { pages } from '#contract/pages.ts'
import { matchRoute, Route, useLocation, useRouter } from 'wouter'
import { page, type PageRoute } from './page-route.tsx'
import { useSession } from './session.ts'

/** The page for the address, which must be one of `contract/pages.ts`. */
export function AppPage() {
  const [pathname] = useLocation()
  const { parser } = useRouter()
  const { mustSetUp } = useSession()
  const found = routes.find(({ path }) => matchRoute(parser, path, pathname)[0])
  if (!found) throw new Error(`No page is at ${pathname}`)
  const route = mustSetUp && found.path !== pages.profile ? setUpTwoFactor : found
  return (
    <Route path={route.path}>
      <route.Page />
    </Route>
  )
}

/** Loads what an address will need. */
export async function preloadAppPage(pathname: string): Promise<void> {
  await routes.find(({ pattern }) => pattern.test(pathname))?.Page.whenLoaded()
}

const dashboard = () => import('./loans/pages/DashboardPage.tsx').then((part) => part.DashboardPage)

// Shown at every address except the profile's, until setup is done.
const setUpTwoFactor = page('*', 'Two-Factor Sign-In', () =>
  import('./accounts/pages/SetUpTwoFactorPage.tsx').then((part) => part.SetUpTwoFactorPage),
)

const routes: PageRoute[] = [
  page(pages.home, 'Dashboard', dashboard),
  page(pages.dashboard, 'Dashboard', dashboard),
  page(pages.loans, 'Browse Loans', () =>
    import('./loans/pages/BrowseLoansPage.tsx').then((part) => part.BrowseLoansPage),
  ),
  // Before the loan, whose address it would match.
  page(pages.compare, 'Compare Loans', () =>
    import('./loans/pages/CompareLoansPage.tsx').then((part) => part.CompareLoansPage),
  ),
  page(pages.loan, 'Loan', () =>
    import('./loans/pages/LoanDetailPage.tsx').then((part) => part.LoanDetailPage),
  ),
  page(pages.book, 'Book', () => import('./book/pages/BookPage.tsx').then((part) => part.BookPage)),
  page(pages.commitments, 'My Commitments', () =>
    import('./book/pages/MyCommitmentsPage.tsx').then((part) => part.MyCommitmentsPage),
  ),
  page(pages.receipt, 'Receipt', () =>
    import('./book/pages/ReceiptPage.tsx').then((part) => part.ReceiptPage),
  ),
  page(pages.admin, 'Admin Panel', () =>
    import('./admin-panel/AdminPage.tsx').then((part) => part.AdminPage),
  ),
  page(pages.adminMail, 'Mail Outbox', () =>
    import('./notifications/pages/MailOutboxPage.tsx').then((part) => part.MailOutboxPage),
  ),
  page(pages.adminAudit, 'Audit Trail', () =>
    import('./audit/pages/AuditTrailPage.tsx').then((part) => part.AuditTrailPage),
  ),
  page(pages.adminSettings, 'Settings', () =>
    import('./settings/pages/SettingsPage.tsx').then((part) => part.SettingsPage),
  ),
  page(pages.adminImport, 'Import', () =>
    import('./imports/pages/ImportPage.tsx').then((part) => part.ImportPage),
  ),
  page(pages.adminExposure, 'Exposure', () =>
    import('./desk/pages/ExposurePage.tsx').then((part) => part.ExposurePage),
  ),
  page(pages.adminLender, 'Lender', () =>
    import('./desk/pages/LenderPage.tsx').then((part) => part.LenderPage),
  ),
  page(pages.help, 'Help', () => import('./help/HelpPage.tsx').then((part) => part.HelpPage)),
  page(pages.notifications, 'Notifications', () =>
    import('./notifications/pages/NotificationsPage.tsx').then((part) => part.NotificationsPage),
  ),
  page(pages.profile, 'Profile', () =>
    import('./accounts/pages/ProfilePage.tsx').then((part) => part.ProfilePage),
  ),
]
