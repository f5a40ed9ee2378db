import { pages } from '#contract/pages.ts'
import type { ComponentType, ReactNode } from 'react'
import { matchRoute, Redirect, Route, useLocation, useRouter } from 'wouter'
import { errorMessage } from './api/client.ts'
import { company } from './company.ts'
import { loginPath } from './return-to.ts'
import { useSession, type Session } from './session.ts'
import { Arrival } from './shell/Arrival.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { ErrorCard } from './ui/ErrorCard.tsx'
import { onDemand, type OnDemand } from './ui/on-demand.tsx'
import { Spinner } from './ui/Spinner.tsx'

/** The page for the address, in its frame, if the user may see it. */
export function Routes() {
  const [pathname] = useLocation()
  const { parser } = useRouter()
  const session = useSession()
  const signedIn = session.user !== null

  if (session.status === 'loading') return <Waiting />
  if (session.status === 'failed') {
    return (
      <Alone>
        <h1 className="sr-only">{company.name}</h1>
        <ErrorCard
          message={errorMessage(session.error, session.error?.message ?? '')}
          onRetry={session.retry}
        />
      </Alone>
    )
  }

  const route = routeAt(pathname, session, parser)
  if (route.frame === 'app' && !signedIn) return <Redirect to={loginPath()} replace />
  const Frame = route.frame === 'either' ? (signedIn ? AppShell : PublicFrame) : frames[route.frame]
  return (
    <ErrorBoundary title={pageFailed} fallback={asWholePage}>
      <Frame>
        <ErrorBoundary key={pathname} title={pageFailed}>
          <Route path={route.path}>
            <route.Page />
          </Route>
        </ErrorBoundary>
      </Frame>
    </ErrorBoundary>
  )
}

const pageFailed = "This page couldn't be shown"
const asWholePage = (card: ReactNode) => <Alone>{card}</Alone>

/** Starts loading what an address will need, before the session is known. */
export function preloadPage(pathname: string) {
  const route = routes.find(({ pattern }) => pattern.test(pathname))
  route?.Page.preload()
  if (route?.frame === 'app') AppShell.preload()
}

/** Loads the code of the page that a link leads to, once somebody points at the link or focuses it. */
export function preloadLinkedPage({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin === location.origin) preloadPage(link.pathname)
}

/**
 * What surrounds a page. `app`: the navigation, only for signed-in users; `public`: a header and the
 * footer; `either`: whichever fits the visitor; `bare`: nothing.
 */
type FrameName = 'app' | 'public' | 'either' | 'bare'

interface PageRoute {
  path: string
  title: string
  frame: FrameName
  /** Matches the addresses of the path. */
  pattern: RegExp
  Page: OnDemand
}

function page(
  path: string,
  title: string,
  frame: FrameName,
  download: () => Promise<ComponentType>,
): PageRoute {
  const pattern = new RegExp(`^${path.replace('*', '.*').replace(/:\w+/g, '[^/]+')}/?$`)
  const Page = onDemand(
    async () => withArrival(title, await download()),
    () => <Spinner className="py-16" />,
  )
  return { path, title, frame, pattern, Page }
}

/** The page; once its code is there, the user has arrived at it. */
function withArrival(title: string, Page: ComponentType) {
  return () => (
    <>
      <Arrival title={title} />
      <Page />
    </>
  )
}

const dashboard = () => import('./loans/pages/DashboardPage.tsx').then((part) => part.DashboardPage)

const home = page(pages.home, 'Dashboard', 'app', dashboard)
const landing = page(pages.home, 'Commercial real estate lending, shared', 'bare', () =>
  import('./landing/LandingPage.tsx').then((part) => part.LandingPage),
)
const notFound = page('*', 'Page Not Found', 'either', () =>
  import('./shell/NotFoundPage.tsx').then((part) => part.NotFoundPage),
)

// Shown at every address of the application except the profile's, until setup is done.
const setUpTwoFactor = page('*', 'Two-Factor Sign-In', 'app', () =>
  import('./accounts/pages/SetUpTwoFactorPage.tsx').then((part) => part.SetUpTwoFactorPage),
)

const routes: PageRoute[] = [
  home,
  page(pages.dashboard, 'Dashboard', 'app', dashboard),
  page(pages.loans, 'Browse Loans', 'app', () =>
    import('./loans/pages/BrowseLoansPage.tsx').then((part) => part.BrowseLoansPage),
  ),
  // Before the loan, whose address it would match.
  page(pages.compare, 'Compare Loans', 'app', () =>
    import('./loans/pages/CompareLoansPage.tsx').then((part) => part.CompareLoansPage),
  ),
  page(pages.loan, 'Loan', 'app', () =>
    import('./loans/pages/LoanDetailPage.tsx').then((part) => part.LoanDetailPage),
  ),
  page(pages.book, 'Book', 'app', () =>
    import('./book/pages/BookPage.tsx').then((part) => part.BookPage),
  ),
  page(pages.commitments, 'My Commitments', 'app', () =>
    import('./book/pages/MyCommitmentsPage.tsx').then((part) => part.MyCommitmentsPage),
  ),
  page(pages.receipt, 'Receipt', 'app', () =>
    import('./book/pages/ReceiptPage.tsx').then((part) => part.ReceiptPage),
  ),
  page(pages.admin, 'Admin Panel', 'app', () =>
    import('./admin-panel/AdminPage.tsx').then((part) => part.AdminPage),
  ),
  page(pages.adminMail, 'Mail Outbox', 'app', () =>
    import('./notifications/pages/MailOutboxPage.tsx').then((part) => part.MailOutboxPage),
  ),
  page(pages.adminAudit, 'Audit Trail', 'app', () =>
    import('./audit/pages/AuditTrailPage.tsx').then((part) => part.AuditTrailPage),
  ),
  page(pages.notifications, 'Notifications', 'app', () =>
    import('./notifications/pages/NotificationsPage.tsx').then((part) => part.NotificationsPage),
  ),
  page(pages.profile, 'Profile', 'app', () =>
    import('./accounts/pages/ProfilePage.tsx').then((part) => part.ProfilePage),
  ),
  page(pages.login, 'Log In', 'bare', () =>
    import('./accounts/pages/LoginPage.tsx').then((part) => part.LoginPage),
  ),
  page(pages.register, 'Create Account', 'bare', () =>
    import('./accounts/pages/RegisterPage.tsx').then((part) => part.RegisterPage),
  ),
  page(pages.forgotPassword, 'Forgot Password', 'bare', () =>
    import('./accounts/pages/ForgotPasswordPage.tsx').then((part) => part.ForgotPasswordPage),
  ),
  page(pages.resetPassword, 'Reset Password', 'bare', () =>
    import('./accounts/pages/ResetPasswordPage.tsx').then((part) => part.ResetPasswordPage),
  ),
  page(pages.terms, 'Terms of Service', 'either', () =>
    import('./legal/TermsPage.tsx').then((part) => part.TermsPage),
  ),
  page(pages.privacy, 'Privacy Policy', 'either', () =>
    import('./legal/PrivacyPage.tsx').then((part) => part.PrivacyPage),
  ),
  page(pages.verify, 'Verify a Receipt', 'either', () =>
    import('./book/pages/VerifyPage.tsx').then((part) => part.VerifyPage),
  ),
]

type Parser = ReturnType<typeof useRouter>['parser']

function routeAt(pathname: string, { user, mustSetUp }: Session, parser: Parser): PageRoute {
  const route = routes.find(({ path }) => matchRoute(parser, path, pathname)[0]) ?? notFound
  if (mustSetUp && route.frame === 'app' && route.path !== pages.profile) return setUpTwoFactor
  // The server sends the landing page as plain HTML; this one is for signing out within the application.
  return route === home && !user ? landing : route
}

const AppShell = onDemand(
  () => import('./shell/AppShell.tsx').then((part) => part.AppShell),
  Waiting,
)
const PublicFrame = onDemand(
  () => import('./shell/PublicFrame.tsx').then((part) => part.PublicFrame),
  Waiting,
)
const Bare = ({ children }: { children: ReactNode }) => children

const frames = { app: AppShell, public: PublicFrame, bare: Bare }

function Waiting() {
  return (
    <Alone>
      <Spinner />
    </Alone>
  )
}

function Alone({ children }: { children: ReactNode }) {
  return <main className="grid min-h-dvh place-items-center p-4">{children}</main>
}
