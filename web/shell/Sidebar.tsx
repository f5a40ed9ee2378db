import {
  Building,
  ChartColumn,
  HandCoins,
  Landmark,
  LayoutDashboard,
  Mail,
  ScrollText,
  ShieldCheck,
  Table2,
  Upload,
  type LucideIcon,
} from 'lucide-react'
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
  const { isAdmin } = useSession()
  const shared = { collapsed, onNavigate }
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
      <div className="grid flex-1 content-start gap-4 overflow-y-auto px-2 py-3">
        <LinkGroup name="Navigation" links={isAdmin ? adminLinks : commonLinks} {...shared} />
        {isAdmin && <LinkGroup name="Desk" links={deskLinks} {...shared} />}
      </div>
      <div className="border-t p-2">
        <UserMenu collapsed={collapsed} onNavigate={onNavigate} />
      </div>
    </div>
  )
}

interface NavigationLink {
  href: string
  text: string
  icon: LucideIcon
}

const commonLinks: NavigationLink[] = [
  { href: paths.dashboard(), text: 'Dashboard', icon: LayoutDashboard },
  { href: paths.loans(), text: 'Browse Loans', icon: Table2 },
  { href: paths.commitments(), text: 'My Commitments', icon: HandCoins },
]

const adminLinks: NavigationLink[] = [
  ...commonLinks,
  { href: paths.admin(), text: 'Admin Panel', icon: ShieldCheck },
]

const deskLinks: NavigationLink[] = [
  { href: paths.adminExposure(), text: 'Exposure', icon: ChartColumn },
  { href: paths.adminFirms(), text: 'Firms', icon: Landmark },
  { href: paths.adminImport(), text: 'Import', icon: Upload },
  { href: paths.adminMail(), text: 'Mail Outbox', icon: Mail },
  { href: paths.adminAudit(), text: 'Audit Trail', icon: ScrollText },
  { href: paths.adminSettings(), text: 'Settings', icon: Building },
]

interface LinkGroupProps {
  name: string
  links: NavigationLink[]
  collapsed: boolean
  onNavigate: (() => void) | undefined
}

function LinkGroup({ name, links, collapsed, onNavigate }: LinkGroupProps) {
  const [pathname] = useLocation()
  return (
    <nav aria-label={name}>
      <h2
        className={collapsed ? 'sr-only' : 'px-2 pb-1.5 text-xs font-medium text-muted-foreground'}
      >
        {name}
      </h2>
      <ul className="grid gap-0.5">
        {links.map(({ href, text, icon }) => {
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
  )
}

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
