import { UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { DropdownMenu, MenuLink } from '#web/ui/DropdownMenu.tsx'

/** The menu of one's own pages, open from the start. */
export function OpenUserMenu({
  trigger,
  onNavigate,
}: {
  trigger: ReactElement
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
    </DropdownMenu>
  )
}
