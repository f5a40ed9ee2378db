import { isPage, pageAt, pageTable, type PageRow } from '#contract/pages.ts'
import type { ComponentType, ReactNode } from 'react'
import { Redirect, Route, useLocation } from 'wouter'
import { errorMessage } from './api/client.ts'
import { company } from './company/company.ts'
import { loginPath } from './addresses/return-to.ts'
import { useSession, type Session } from './session.ts'
import { Arrival } from './shell/Arrival.tsx'
import { ErrorBoundary } from './ui/display/ErrorBoundary.tsx'
import { ErrorCard } from './ui/display/ErrorCard.tsx'
import { onDemand, type OnDemand } from './ui/on-demand.tsx'
import { Spinner } from './ui/display/Spinner.tsx'

export function Routes() {
  const [pathname] = useLocation()
  const session = useSession()

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

  const route = routeAt(pathname, session)
  if (!route) return <Redirect to={loginPath()} replace />
  const { Frame, Page, path } = route
  return (
    <ErrorBoundary title={pageFailed} fallback={asWholePage}>
      <Frame>
        <ErrorBoundary key={pathname} title={pageFailed}>
          <Route path={path}>
            <Page />
          </Route>
        </ErrorBoundary>
      </Frame>
    </ErrorBoundary>
  )
}

const pageFailed = "This page couldn't be shown"
const asWholePage = (card: ReactNode) => <Alone>{card}</Alone>

interface ShownRoute {
  path: string
  Page: ComponentType
  Frame: ComponentType<{ children: ReactNode }>
}

function routeAt(pathname: string, { user, isAdmin, mustSetUp }: Session): ShownRoute | null {
  const Surrounding = user ? AppShell : PublicFrame
  const page = pageAt(pathname)
  if (!page) return { path: '*', Page: NotFoundPage, Frame: Surrounding }
  const { path, access, isBare } = pageTable[page]
  if (access === 'anyone')
    return { path, Page: pageViews[page], Frame: isBare ? Bare : Surrounding }
  // The server sends the landing page as static HTML. This component is shown after the user signs out within the app.
  if (!user) return page === 'home' ? { path, Page: LandingPage, Frame: Bare } : null
  if (mustSetUp && page !== 'profile') return { path, Page: SetUpTwoFactorPage, Frame: AppShell }
  const isDenied = access === 'admin' && !isAdmin
  return { path, Page: isDenied ? AccessDenied : pageViews[page], Frame: AppShell }
}

const pageModules = import.meta.glob<Record<string, ComponentType>>('./*/pages/*Page.tsx')

/** A page whose code is loaded on demand. `Arrival` sets the title and moves focus once the code has loaded. */
const pageView = (title: string, download: () => Promise<ComponentType>): OnDemand =>
  onDemand(
    async () => {
      const Page = await download()
      return () => (
        <>
          <Arrival title={title} />
          <Page />
        </>
      )
    },
    () => <Spinner className="py-16" />,
  )

const viewOf = ({ title, module }: PageRow) =>
  pageView(title, async () => {
    const part = await pageModules[`./${module}`]?.()
    const Page = part?.[/(\w+)\.tsx$/.exec(module)?.[1] ?? '']
    if (!Page) throw new Error(`There is no page in web/${module}`)
    return Page
  })

const pageViews = Object.fromEntries(
  Object.entries(pageTable).map(([page, row]) => [page, viewOf(row)]),
) as Record<keyof typeof pageTable, OnDemand>

const LandingPage = pageView('Commercial real estate lending, shared', () =>
  import('./landing/LandingPage.tsx').then((part) => part.LandingPage),
)
const NotFoundPage = pageView('Page Not Found', () =>
  import('./shell/NotFoundPage.tsx').then((part) => part.NotFoundPage),
)
const AccessDenied = pageView('Access Denied', () =>
  import('./shell/AccessDenied.tsx').then((part) => part.AccessDenied),
)
const SetUpTwoFactorPage = pageView('Two-Factor Sign-In', () =>
  import('./accounts/pages/SetUpTwoFactorPage.tsx').then((part) => part.SetUpTwoFactorPage),
)

/** The first render waits for this promise so that the frame and the page appear together. */
let firstPage: Promise<void> | undefined

/** Starts loading the page's code before the session is known. */
export function preloadPage(pathname: string) {
  const page = pageAt(pathname)
  if (!page) return
  const loading = pageViews[page].whenLoaded()
  if (pageTable[page].access === 'anyone') return
  firstPage ??= loading
  AppShell.preload()
}

export function preloadLinkedPage({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin === location.origin && isPage(link.pathname)) preloadPage(link.pathname)
}

const AppShell = onDemand(async () => {
  const part = await import('./shell/AppShell.tsx')
  await firstPage
  return part.AppShell
}, Waiting)
const PublicFrame = onDemand(
  () => import('./shell/PublicFrame.tsx').then((part) => part.PublicFrame),
  Waiting,
)
const Bare = ({ children }: { children: ReactNode }) => children

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
