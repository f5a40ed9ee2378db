import { useSession } from '#web/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ExampleCompanyBanner } from './ExampleCompanyBanner.tsx'
import { PendingBanner } from './PendingBanner.tsx'

export interface NoticesProps {
  hasBanner: boolean
  wasPending: boolean
}

/** Notices shown on every page: a banner, or legal terms to accept. */
export function Notices({ hasBanner, wasPending }: NoticesProps) {
  const { role, user } = useSession()
  return (
    <>
      {(wasPending || role === 'pending') && <PendingBanner />}
      {hasBanner && role !== 'pending' && <ExampleCompanyBanner />}
      {!hasBanner && user?.mustAcceptTerms === 'true' && <AcceptTermsDialog />}
    </>
  )
}

const AcceptTermsDialog = onDemand(() =>
  import('#web/legal/AcceptTermsDialog.tsx').then((part) => part.AcceptTermsDialog),
)
