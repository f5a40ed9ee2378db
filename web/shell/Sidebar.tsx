import { HandCoins, LayoutDashboard, ShieldCheck, Table2, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { company } from '#web/company/company.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Tip } from '#web/ui/overlays/Tip.tsx'
import { CompanyLogo } from './CompanyLogo.tsx'
import { UserMenu } from './UserMenu.tsx'

export function Sidebar({
  collapsed = false,
  onNavigate,
}: {
  collapsed?: boolean
  onNavigate?: () => void
}) {
  const [pathname] = useLocation()
  const { isAdmin } = useSession()
  return (
    <div className="flex h-full flex-col">
      <div
        className={cx(
          'flex h-14 shrink-0 items-center',
          // This padding leaves room for the panel's close button.
          collapsed ? 'justify-center' : 'px-4 max-md:pr-14',
        )}
      >
        <a
          href={company.website}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 rounded-lg"
        >
          <CompanyLogo compact={collapsed} />
          <span className="sr-only"> website (opens in a new tab)</span>
        </a>
      </div>
      <nav aria-label="Navigation" className="flex-1 overflow-y-auto px-2 py-3">
        <h2
          className={
            collapsed ? 'sr-only' : 'px-2 pb-1.5 text-xs font-medium text-muted-foreground'
          }
        >
          Navigation
        </h2>
        <ul className="grid gap-0.5">
          {links.map(({ href, text, icon, adminsOnly }) => {
            if (adminsOnly && !isAdmin) return null
            const link = (
              <SidebarLink
                href={href}
                text={text}
                icon={icon}
                // The dashboard has two URLs, / and /dashboard.
                isCurrent={pathname === href || (pathname === '/' && href === paths.dashboard())}
                collapsed={collapsed}
                onNavigate={onNavigate}
              />
            )
            return (
              <li key={href}>
                {collapsed ? (
                  <Tip text={text} side="right">
                    {link}
                  </Tip>
                ) : (
                  link
                )}
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="border-t p-2">
        <UserMenu collapsed={collapsed} onNavigate={onNavigate} />
      </div>
    </div>
  )
}

const links: { href: string; text: string; icon: LucideIcon; adminsOnly?: boolean }[] = [
  { href: paths.dashboard(), text: 'Dashboard', icon: LayoutDashboard },
  { href: paths.loans(), text: 'Browse Loans', icon: Table2 },
  { href: paths.commitments(), text: 'My Commitments', icon: HandCoins },
  { href: paths.admin(), text: 'Admin Panel', icon: ShieldCheck, adminsOnly: true },
]

function SidebarLink({
  href,
  text,
  icon: Icon,
  isCurrent,
  collapsed,
  onNavigate,
}: {
  href: string
  text: string
  icon: LucideIcon
  isCurrent: boolean
  collapsed: boolean
  onNavigate: (() => void) | undefined
}) {
  return (
    <Link
      href={href}
      onClick={onNavigate}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'flex h-9 items-center gap-2.5 rounded-lg font-medium transition-colors duration-150 max-md:h-11',
        collapsed ? 'justify-center' : 'px-2',
        isCurrent
          ? 'bg-secondary text-secondary-foreground'
          : 'text-muted-foreground hover:bg-muted hover:text-foreground',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{text}</span>
    </Link>
  )
}
