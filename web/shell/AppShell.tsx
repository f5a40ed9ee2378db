import { onDemand } from '#web/ui/on-demand.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { company } from '#web/company/company.ts'
import { useCompanyEdition } from '#web/company/company-edition.ts'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Deferred } from '#web/ui/Deferred.tsx'
import { AppFooter } from './AppFooter.tsx'
import { Notices } from './Notices.tsx'
import { SearchSlot } from '#web/palette/SearchSlot.tsx'
import { PrintHead } from './PrintHead.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'

export function AppShell({ children }: { children: ReactNode }) {
  const { user } = useSession()
  // The key gives each user a separate cache, because cached data must not leak to the next user.
  return (
    <UserCache key={user?.id}>
      <Frame>{children}</Frame>
    </UserCache>
  )
}

function UserCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function Frame({ children }: { children: ReactNode }) {
  const { shown, collapsed, sheetOpen, toggle, setSheetOpen } = useSidebar()
  const { role, user } = useSession()
  const [wasPending] = useState(role === 'pending')
  const hasBanner = role === 'pending' || (role === 'admin' && company.isExample)
  // A changed key remounts the components that show the company's details.
  const edition = useCompanyEdition()
  return (
    <div id="frame" className="flex min-h-dvh">
      <SkipLink />
      <aside
        className={cx(
          'hidden shrink-0 border-r bg-card transition-[width] duration-150 md:block print:hidden',
          collapsed ? 'w-12' : 'w-64',
        )}
      >
        {/* The sidebar is stacked above the page, because the menu of a collapsed sidebar overlaps the page. */}
        <div className="sticky top-0 z-30 h-dvh">
          <Sidebar key={edition} collapsed={collapsed} />
        </div>
      </aside>
      {sheetOpen && (
        <Sheet
          open
          onOpenChange={setSheetOpen}
          onClose={() => setSheetOpen(false)}
          title="Navigation"
        >
          <Sidebar onNavigate={() => setSheetOpen(false)} />
        </Sheet>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar sidebarShown={shown} onToggleSidebar={toggle}>
          <SearchSlot />
        </TopBar>
        {(hasBanner || wasPending || user?.mustAcceptTerms === 'true') && (
          <Notices hasBanner={hasBanner} wasPending={wasPending} />
        )}
        <main
          id="main"
          tabIndex={-1}
          // The footer starts below the visible area so that nothing visible moves when the page has loaded.
          className="mx-auto min-h-[calc(100dvh-3.5rem)] w-full max-w-340 flex-1 min-[100rem]:has-data-wide:max-w-none px-4 py-6 outline-none md:px-6 lg:px-8 print:min-h-0"
        >
          <PrintHead key={edition} />
          <Deferred>{children}</Deferred>
        </main>
        <AppFooter key={edition} />
      </div>
    </div>
  )
}

const Sheet = onDemand(() => import('#web/ui/overlays/Sheet.tsx').then((part) => part.Sheet))
