import { ShieldAlert } from 'lucide-react'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'

export function AccessDenied() {
  return (
    <Card className="grid place-items-center gap-2 px-4.5 py-16 text-center">
      <ShieldAlert aria-hidden="true" strokeWidth={1.5} className="size-10 text-muted-foreground" />
      <h1 className="text-title font-semibold tracking-tight">Access Denied</h1>
      <p className="max-w-prose text-pretty text-muted-foreground">
        You do not have permission to access the admin panel. This area is restricted to
        administrators only.
      </p>
      <ButtonLink href={paths.dashboard()} className="mt-2">
        Go to Dashboard
      </ButtonLink>
    </Card>
  )
}
