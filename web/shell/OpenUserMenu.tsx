import {
  Bell,
  Building,
  ChartColumn,
  CircleQuestionMark,
  Mail,
  ScrollText,
  Upload,
  UserRound,
} from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { DropdownMenu, MenuLink } from '#web/ui/overlays/DropdownMenu.tsx'

export function OpenUserMenu({
  trigger,
  onNavigate,
}: {
  trigger: ReactElement<ComponentProps<'button'>>
  onNavigate: (() => void) | undefined
}) {
  const { isAdmin } = useSession()
  return (
    <DropdownMenu trigger={trigger} side="top" align="start" defaultOpen>
      <MenuLink>
        <Link href={paths.profile()} onClick={onNavigate}>
          <UserRound aria-hidden="true" />
          Profile
        </Link>
      </MenuLink>
      <MenuLink>
        <Link href={paths.notifications()} onClick={onNavigate}>
          <Bell aria-hidden="true" />
          Notifications
        </Link>
      </MenuLink>
      {isAdmin && (
        <>
          <MenuLink>
            <Link href={paths.adminExposure()} onClick={onNavigate}>
              <ChartColumn aria-hidden="true" />
              Exposure
            </Link>
          </MenuLink>
          <MenuLink>
            <Link href={paths.adminImport()} onClick={onNavigate}>
              <Upload aria-hidden="true" />
              Import
            </Link>
          </MenuLink>
          <MenuLink>
            <Link href={paths.adminMail()} onClick={onNavigate}>
              <Mail aria-hidden="true" />
              Mail Outbox
            </Link>
          </MenuLink>
          <MenuLink>
            <Link href={paths.adminAudit()} onClick={onNavigate}>
              <ScrollText aria-hidden="true" />
              Audit Trail
            </Link>
          </MenuLink>
          <MenuLink>
            <Link href={paths.adminSettings()} onClick={onNavigate}>
              <Building aria-hidden="true" />
              Settings
            </Link>
          </MenuLink>
        </>
      )}
      <MenuLink>
        <Link href={paths.help()} onClick={onNavigate}>
          <CircleQuestionMark aria-hidden="true" />
          Help
        </Link>
      </MenuLink>
    </DropdownMenu>
  )
}
