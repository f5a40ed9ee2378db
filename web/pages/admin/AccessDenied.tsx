import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ShieldAlert } from 'lucide-react'

export function AccessDenied() {
  return (
    <Card>
      <EmptyState
        icon={ShieldAlert}
        title={<h1>Access Denied</h1>}
        text="You do not have permission to access the admin panel. This area is restricted to administrators only."
        action={<ButtonLink href={paths.dashboard()}>Go to Dashboard</ButtonLink>}
      />
    </Card>
  )
}
