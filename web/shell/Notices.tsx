import { useSession } from '#web/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { paths } from '#web/addresses/paths.ts'
import { Building } from 'lucide-react'
import { Link } from 'wouter'
import { PendingBanner } from './PendingBanner.tsx'

export interface NoticesProps {
  hasBanner: boolean
  wasPending: boolean
}

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

function ExampleCompanyBanner() {
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 border-b bg-warning-soft px-4 py-2.5 text-warning md:px-6 lg:px-8 print:hidden"
    >
      <Building aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p className="text-pretty">
        <strong className="font-semibold">Your company isn't set up yet.</strong> Public pages and
        emails show an example's contact details.{' '}
        <Link
          href={`${paths.adminSettings()}#company`}
          className="font-medium whitespace-nowrap underline underline-offset-4"
        >
          Set up your company
        </Link>
      </p>
    </div>
  )
}
