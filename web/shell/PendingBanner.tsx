import { company } from '#web/company.ts'
import { Clock3 } from '#web/ui/icons/clock-3.ts'
import { CompanyQuestion } from './CompanyQuestion.tsx'

/** Tells a lender awaiting approval what is available already, and what comes next. */
export function PendingBanner() {
  return (
    <div className="flex items-start gap-2.5 border-b bg-warning-soft px-4 py-2.5 text-warning md:px-6 lg:px-8 print:hidden">
      <Clock3 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p role="status" className="text-pretty">
          <strong className="font-semibold">Your account is awaiting approval.</strong> Browse and
          favorite loans now. Documents, messages and committing unlock when we approve you, usually{' '}
          {company.approvalTime}. Questions:{' '}
          <a href={`mailto:${company.email}`} className="underline underline-offset-4">
            {company.email}
          </a>
        </p>
        <CompanyQuestion />
      </div>
    </div>
  )
}
