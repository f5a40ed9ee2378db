import { company } from '#web/company/company.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { usePrintedAt } from '#web/time/use-printed-at.ts'

export function PrintHead() {
  const printedAt = usePrintedAt()
  return (
    <p className="mb-3 hidden justify-between border-b pb-1.5 text-xs print:flex">
      <span className="font-medium">{company.name}</span>
      <span>Printed {formatTimestamp(printedAt)}</span>
    </p>
  )
}
