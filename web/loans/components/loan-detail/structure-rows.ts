import type { Loan } from '#contract/loans/shapes.ts'
import { loanFieldLabel, showLoanField } from '#domain/loans/field-texts.ts'
import { fieldsOfSection, type LoanField } from '#domain/loans/fields.ts'
import { formatPerUnit } from '#domain/loans/credit/credit.ts'
import { dueOf } from '#domain/loans/dates/deadlines.ts'
import { formatRate } from '#domain/money.ts'

export interface StructureRow {
  name: string
  value: string
  note: string | null
  isLong: boolean
}

const fields = (['Structure', 'Income and Cost', 'Dates'] as const).flatMap(fieldsOfSection)

/** Rows for structure, income, cost, and dates. Empty fields are omitted. A size is shown with its unit. */
export const structureOf = (loan: Loan): StructureRow[] =>
  fields.flatMap((field) => {
    const value = showLoanField(field, loan[field])
    // The loan's head hides the deadline, too, once the book takes no commitments.
    if (field === 'commitmentDeadline' && dueOf(loan) === null) return []
    if (value === null || (field === 'sizeUnit' && loan.size !== null)) return []
    const unit = field === 'size' && loan.sizeUnit ? ` ${loan.sizeUnit}` : ''
    return [
      {
        name: loanFieldLabel(field),
        value: withWholeTime(value) + unit,
        note: notes[field]?.(loan) ?? null,
        isLong: field === 'extensionOptions' || field === 'exit',
      },
    ]
  })

/** Joins the parts of a time such as "5:00 PM EST" with non-breaking spaces, because the column is narrow. */
const withWholeTime = (text: string) => text.replace(/ ([AP]M) (?=\S+$)/, '\u00a0$1\u00a0')

const notes: Partial<Record<LoanField, (loan: Loan) => string | null>> = {
  totalCost: ({ credit: { ltc } }) => ltc && `${formatRate(ltc)} LTC`,
  size: ({ credit: { amountPerUnit }, sizeUnit }) =>
    amountPerUnit && formatPerUnit(amountPerUnit, sizeUnit),
}
