import type { Instructions } from '#contract/deal/funding.ts'
import { formatMoment } from '#domain/days.ts'

type Details = Pick<
  Instructions,
  'beneficiary' | 'bank' | 'routingNumber' | 'accountLastFour' | 'reference' | 'dueAt'
>

/** Instructions as administrators see them, with the end of the account number only. */
export function InstructionDetails({ instructions }: { instructions: Details }) {
  const { beneficiary, bank, routingNumber, accountLastFour, reference, dueAt } = instructions
  const details = [
    ['Beneficiary', beneficiary],
    ['Bank', bank],
    ['Routing number', routingNumber],
    ['Account number', `ends in ${accountLastFour}`],
    ['Reference', reference],
    ['Due', formatMoment(dueAt)],
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-lg bg-muted px-3 py-2.5 sm:grid-cols-2 print:px-0">
      {details.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
