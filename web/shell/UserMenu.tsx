import { ChevronsUpDown } from 'lucide-react'
import { onDemand } from '#web/ui/on-demand.tsx'
import { fullName } from '#domain/texts.ts'
import { cloneElement, useState, type ComponentProps } from 'react'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/display/Avatar.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import { cx } from '#web/ui/cx.ts'

export function UserMenu({
  collapsed,
  onNavigate,
}: {
  collapsed: boolean
  onNavigate: (() => void) | undefined
}) {
  const [wanted, setWanted] = useState(false)
  if (!wanted) {
    return (
      <UserButton
        collapsed={collapsed}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={OpenUserMenu.preload}
        onFocus={OpenUserMenu.preload}
        onClick={() => setWanted(true)}
      />
    )
  }
  return (
    <OpenUserMenu
      trigger={<UserButton collapsed={collapsed} />}
      onNavigate={onNavigate}
      onClose={() => setWanted(false)}
    />
  )
}

const OpenUserMenu = onDemand(
  () => import('./OpenUserMenu.tsx').then((part) => part.OpenUserMenu),
  ({ trigger }) => cloneElement(trigger, { 'aria-busy': true }),
)

function UserButton({
  collapsed,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & { collapsed: boolean }) {
  const { user, isAdmin, role } = useSession()
  if (!user) return null
  const name = fullName(user)
  return (
    <button
      {...rest}
      type="button"
      className={cx(
        'flex w-full items-center gap-2.5 rounded-lg text-left hover:bg-muted aria-expanded:bg-muted',
        !collapsed && 'p-2',
      )}
    >
      <Avatar name={name} />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1'}>
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium">{name}</span>
          {isAdmin && <Badge>Admin</Badge>}
          {role === 'viewer' && <Badge>Viewer</Badge>}
        </span>
        <span className="block truncate text-xs text-muted-foreground">{user.email}</span>
      </span>
      {!collapsed && (
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      )}
    </button>
  )
}
