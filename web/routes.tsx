import { isPage, pages } from '#contract/pages.ts'
import type { ReactNode } from 'react'
import { matchRoute, Redirect, Route, useLocation, useRouter } from 'wouter'
import { errorMessage } from './api/client.ts'
import { company } from './company.ts'
import { page, type PageRoute } from './page-route.tsx'
import { loginPath } from './return-to.ts'
import { useSession, type Session } from './session.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { ErrorCard } from './ui/ErrorCard.tsx'
import { onDemand } from './ui/on-demand.tsx'
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
  const route = publicRoutes.find(({ pattern }) => pattern.test(pathname))
  if (route) route.Page.preload()
  else if (isPage(pathname)) preloadAppPage(pathname)
}

function preloadAppPage(pathname: string) {
  AppShell.preload()
  app.Page.preload()
  const loading = import('./app-pages.tsx').then((part) => part.preloadAppPage(pathname))
  // A failure is reported where the page is rendered.
  const ended = loading.catch(() => undefined)
  firstAppPage ??= ended
}

/** The first page for those who are signed in. It is rendered together with its frame, not once more after it. */
let firstAppPage: Promise<void> | undefined

/** Loads the code of the page that a link leads to, once somebody points at the link or focuses it. */
export function preloadLinkedPage({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin === location.origin) preloadPage(link.pathname)
}

/**
 * What surrounds a page. `app`: the navigation, only for signed-in users; `either`: the navigation, or a
 * header and the footer for visitors; `bare`: nothing.
 */
type FrameName = 'app' | 'either' | 'bare'

interface FramedRoute extends PageRoute {
  frame: FrameName
}

type PageParts = Parameters<typeof page>
const bare = (...parts: PageParts): FramedRoute => ({ frame: 'bare', ...page(...parts) })
const either = (...parts: PageParts): FramedRoute => ({ frame: 'either', ...page(...parts) })

/** All pages for those who are signed in, which know their own addresses and titles. */
const app: FramedRoute = {
  path: '*',
  pattern: /^/,
  frame: 'app',
  Page: onDemand(
    () => import('./app-pages.tsx').then((part) => part.AppPage),
    () => <Spinner className="py-16" />,
  ),
}
const landing = bare(pages.home, 'Commercial real estate lending, shared', () =>
  import('./landing/LandingPage.tsx').then((part) => part.LandingPage),
)
const notFound = either('*', 'Page Not Found', () =>
  import('./shell/NotFoundPage.tsx').then((part) => part.NotFoundPage),
)

const publicRoutes: FramedRoute[] = [
  bare(pages.login, 'Log In', () =>
    import('./accounts/pages/LoginPage.tsx').then((part) => part.LoginPage),
  ),
  bare(pages.register, 'Create Account', () =>
    import('./accounts/pages/RegisterPage.tsx').then((part) => part.RegisterPage),
  ),
  bare(pages.forgotPassword, 'Forgot Password', () =>
    import('./accounts/pages/ForgotPasswordPage.tsx').then((part) => part.ForgotPasswordPage),
  ),
  bare(pages.resetPassword, 'Reset Password', () =>
    import('./accounts/pages/ResetPasswordPage.tsx').then((part) => part.ResetPasswordPage),
  ),
  either(pages.terms, 'Terms of Service', () =>
    import('./legal/LegalPages.tsx').then((part) => part.TermsPage),
  ),
  either(pages.privacy, 'Privacy Policy', () =>
    import('./legal/LegalPages.tsx').then((part) => part.PrivacyPage),
  ),
  either(pages.verify, 'Verify a Receipt', () =>
    import('./book/pages/VerifyPage.tsx').then((part) => part.VerifyPage),
  ),
]

type Parser = ReturnType<typeof useRouter>['parser']

function routeAt(pathname: string, { user }: Session, parser: Parser): FramedRoute {
  const route = publicRoutes.find(({ path }) => matchRoute(parser, path, pathname)[0])
  if (route) return route
  // The server sends the landing page as plain HTML; this one is for signing out within the application.
  if (pathname === pages.home && !user) return landing
  return isPage(pathname) ? app : notFound
}

const AppShell = onDemand(async () => {
  const part = await import('./shell/AppShell.tsx')
  await firstAppPage
  return part.AppShell
}, Waiting)
const PublicFrame = onDemand(
  () => import('./shell/PublicFrame.tsx').then((part) => part.PublicFrame),
  Waiting,
)
const Bare = ({ children }: { children: ReactNode }) => children

const frames = { app: AppShell, bare: Bare }

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
