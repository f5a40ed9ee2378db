import { isLender, mayCommit } from '#domain/access.ts'
import { Clock3 } from 'lucide-react'
import { company } from '#web/company/company.ts'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useEffect, useRef } from 'react'
import { CompanyQuestion } from './CompanyQuestion.tsx'

/**
 * Shows lenders awaiting approval which features they can already use, and later announces the approval. The question
 * about the company stays until the lender responds.
 */
export function PendingBanner() {
  const { role } = useSession()
  const isPending = role === 'pending'
  const wasPending = useRef(isPending)
  useEffect(() => {
    if (wasPending.current && isLender(role))
      toast({
        title: 'Your account was approved',
        description: mayCommit(role)
          ? 'You can now commit to loans.'
          : 'You can now read documents and ask questions.',
      })
    wasPending.current = isPending
  }, [role, isPending])
  return (
    <div
      className={cx(
        'flex items-start gap-2.5 print:hidden',
        isPending && 'border-b bg-warning-soft px-4 py-2.5 text-warning md:px-6 lg:px-8',
      )}
    >
      {isPending && <Clock3 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
      <div className="min-w-0 flex-1">
        {isPending && (
          <p role="status" className="text-pretty">
            <strong className="font-semibold">Your account is awaiting approval.</strong> Browse and
            favorite loans now. Documents, messages and committing unlock when we approve you,
            usually {company.approvalTime}. Questions:{' '}
            <a href={`mailto:${company.email}`} className="underline underline-offset-4">
              {company.email}
            </a>
          </p>
        )}
        <CompanyQuestion
          className={isPending ? 'mt-2' : 'border-b bg-card px-4 py-2.5 md:px-6 lg:px-8'}
        />
      </div>
    </div>
  )
}
