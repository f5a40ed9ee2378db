import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { firmRoleLabels, isLender } from '#domain/access.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { fullName } from '#domain/texts.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/display/Avatar.tsx'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { paths } from '#web/addresses/paths.ts'
import { useState } from 'react'
import { Link } from 'wouter'

const ChangeEmailDialog = onDemand(() =>
  import('./ChangeEmailDialog.tsx').then((part) => part.ChangeEmailDialog),
)

export function Account() {
  const { user, role } = useSession()
  if (!user) return null
  const name = fullName(user)
  return (
    <Card as="section" className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4.5 py-4">
      <Avatar name={name} className="size-12 text-base" />
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="truncate text-heading font-semibold">{name}</h2>
        <p className="truncate text-muted-foreground">{user.email}</p>
        {role !== 'admin' && <OwnFirmLine user={user} />}
        {user.canChangeEmail === 'true' && <ChangeEmail />}
      </div>
      <div className="grid justify-items-start gap-1 sm:justify-items-end">
        {role === 'admin' && <Badge>Admin</Badge>}
        {isLender(role) && <Badge tone="success">Approved lender</Badge>}
        {role === 'pending' && <Badge tone="warning">Awaiting approval</Badge>}
        <p className="text-[0.8125rem] text-muted-foreground">
          Member since {memberSince.format(new Date(user.createdAt))}
        </p>
      </div>
    </Card>
  )
}

/** Renders nothing if the firm goes by the person's own name. */
function OwnFirmLine({ user: { firmName, firmRole } }: { user: CurrentUser }) {
  if (firmName === null) return null
  return (
    <p className="text-muted-foreground">
      {firmRoleLabels[firmRole]} of{' '}
      <Link
        href={paths.firm()}
        className="font-medium wrap-anywhere text-foreground underline underline-offset-4"
      >
        {firmName}
      </Link>
    </p>
  )
}

function ChangeEmail() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="s" className="mt-2" onClick={() => setOpen(true)}>
        Change Email
      </Button>
      {isOpen && <ChangeEmailDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const memberSince = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})
