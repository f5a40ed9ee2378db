import { CircleAlert, CircleCheck } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'

/** A finding above a list or a form: amber, or green if it is good. */
export function Notice({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <div
      role="status"
      className={cx(
        'flex items-start gap-2.5 rounded-lg px-3 py-2.5 text-pretty',
        isGood ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p>{children}</p>
    </div>
  )
}
