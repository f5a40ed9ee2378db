import { useSession } from '#web/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ExampleCompanyBanner } from './ExampleCompanyBanner.tsx'
import { PendingBanner } from './PendingBanner.tsx'

/** What some people see on every page: a banner, or else the terms that they have to accept. */
export function Notices({ hasBanner }: { hasBanner: boolean }) {
  const { role } = useSession()
  if (!hasBanner) return <AcceptTermsDialog />
  return role === 'pending' ? <PendingBanner /> : <ExampleCompanyBanner />
}

const AcceptTermsDialog = onDemand(() =>
  import('#web/legal/AcceptTermsDialog.tsx').then((part) => part.AcceptTermsDialog),
)
