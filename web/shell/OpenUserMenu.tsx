import { Bell, CircleQuestionMark, Landmark, UserRound } from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/addresses/paths.ts'
import { DropdownMenu, MenuLink } from '#web/ui/overlays/DropdownMenu.tsx'

export function OpenUserMenu({
  trigger,
  onNavigate,
}: {
  trigger: ReactElement<ComponentProps<'button'>>
  onNavigate: (() => void) | undefined
}) {
  return (
    <DropdownMenu trigger={trigger} side="top" align="start" defaultOpen>
      <MenuLink>
        <Link href={paths.profile()} onClick={onNavigate}>
          <UserRound aria-hidden="true" />
          Profile
        </Link>
      </MenuLink>
      <MenuLink>
        <Link href={paths.firm()} onClick={onNavigate}>
          <Landmark aria-hidden="true" />
          Your Firm
        </Link>
      </MenuLink>
      <MenuLink>
        <Link href={paths.notifications()} onClick={onNavigate}>
          <Bell aria-hidden="true" />
          Notifications
        </Link>
      </MenuLink>
      <MenuLink>
        <Link href={paths.help()} onClick={onNavigate}>
          <CircleQuestionMark aria-hidden="true" />
          Help
        </Link>
      </MenuLink>
    </DropdownMenu>
  )
}
