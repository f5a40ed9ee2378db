import { LogOut, PanelLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { LiveStatus } from '#web/live/LiveStatus.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorBoundary } from '#web/ui/display/ErrorBoundary.tsx'
import { Tip } from '#web/ui/overlays/Tip.tsx'
import { CompanyLogo } from './CompanyLogo.tsx'
import { logOut } from './log-out.ts'
import { NotificationBell } from './NotificationBell.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function TopBar({
  sidebarShown,
  onToggleSidebar,
  children,
}: {
  sidebarShown: boolean
  onToggleSidebar: () => void
  children: ReactNode
}) {
  const { user } = useSession()
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-card px-3 print:hidden">
      <Tip text="Toggle sidebar" side="bottom">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Toggle sidebar"
          aria-expanded={sidebarShown}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={onToggleSidebar}
        >
          <PanelLeft aria-hidden="true" />
        </Button>
      </Tip>
      {/* On small phones, the logo is hidden to make room for the name. */}
      <CompanyLogo className="md:hidden max-[26rem]:[&>:first-child]:hidden" />
      {children}
      <div className="flex shrink-0 items-center gap-1">
        <ErrorBoundary title="Live updates couldn't be started" fallback={() => null}>
          {user && <LiveStatus key={user.id} userId={user.id} />}
        </ErrorBoundary>
        <ErrorBoundary title="The bell couldn't be shown" fallback={() => null}>
          <NotificationBell />
        </ErrorBoundary>
        <ThemeSwitch />
        <LogOutButton />
      </div>
    </header>
  )
}

function LogOutButton() {
  const [busy, setBusy] = useState(false)

  async function act() {
    setBusy(true)
    try {
      await logOut()
    } catch (error) {
      console.error('Failed to log out', error)
      setBusy(false)
    }
  }

  return (
    <Button variant="ghost" busy={busy} onClick={() => void act()} className="max-md:px-3">
      <LogOut aria-hidden="true" />
      <span className="max-md:sr-only">Log Out</span>
    </Button>
  )
}
