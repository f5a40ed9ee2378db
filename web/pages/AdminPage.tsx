import { useSession } from '#web/session.ts'
import { AccessDenied } from './admin/AccessDenied.tsx'
import { PendingApprovals } from './admin/PendingApprovals.tsx'

/** What administrators alone may do; others are told so. */
export function AdminPage() {
  const { isAdmin } = useSession()
  if (!isAdmin) return <AccessDenied />
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Admin Dashboard</h1>
        <p className="text-muted-foreground">Manage loans, users, and platform settings</p>
      </header>
      <PendingApprovals />
    </div>
  )
}
