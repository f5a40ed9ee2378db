import type { BuildOptions } from 'vite'

/**
 * Modules that are needed together travel together: dozens of small files compress badly, and cost
 * a request each. Every group takes what its modules import, unless a group before it has it.
 * `npm run bytes` says what each page comes to.
 */
export const chunkGroups = [
  // On every page.
  {
    name: 'core',
    test: /\/web\/(routes\.tsx|ui\/ToastHost\.tsx|shell\/(ThemeSwitch|CompanyLogo)\.tsx)$|\/react-dom\/(client|cjs\/react-dom-client\.production)\.js$/,
    priority: 4,
  },
  { name: 'fields', test: /\/web\/ui\/(Field|Input|PasswordInput)\.tsx$/, priority: 3 },
  // On every page for those who are signed in: to read, not yet to act.
  {
    name: 'app',
    test: /\/web\/(query-client\.ts|shell\/AppShell\.tsx|components\/(FundingBar|LoanStatusBadge)\.tsx|ui\/(ButtonLink|Card|Figures|Skeleton)\.tsx)$|\/@tanstack\/react-query\/.*\/(useQuery|useInfiniteQuery)\.js$/,
    priority: 2,
  },
  { name: 'lists', test: /\/web\/(components\/FetchedList|ui\/EmptyState)\.tsx$/, priority: 1 },
  {
    name: 'loans',
    test: /\/web\/components\/(LoanCard|LoanCardSkeleton|CommitDialogSlot|loan-pages)\.tsx?$/,
    priority: 1,
  },
  { name: 'forms', test: /\/web\/form\.ts$|\/react-hook-form\//, priority: 1 },
]

/** With a page the browser fetches the groups at once; the small rest it finds out by itself. */
export const modulePreload = {
  // Every browser that runs the result knows modulepreload; the polyfill would only be weight.
  polyfill: false,
  resolveDependencies: (_file, dependencies, { hostType }) =>
    hostType === 'html'
      ? dependencies
      : dependencies.filter((file) => /\/(app|loans|fields|forms)-/.test(file)),
} satisfies BuildOptions['modulePreload']
