import { Clock3 } from '#web/ui/icons/clock-3.ts'

/** Tells a lender awaiting approval what is available already, and what comes next. */
export function PendingBanner() {
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 border-b bg-warning-soft px-4 py-2.5 text-warning md:px-6 lg:px-8 print:hidden"
    >
      <Clock3 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p className="text-pretty">
        <strong className="font-semibold">Your account is awaiting approval.</strong> You can look
        at the loans and keep favorites; commitments, documents and messages open once it is
        approved.
      </p>
    </div>
  )
}
