import type { Loan } from '#contract/loans/shapes.ts'
import { loanFieldLabel, showLoanField } from '#domain/loans/field-texts.ts'
import { loanFieldNames, loanFields } from '#domain/loans/fields.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { exampleLoan } from '#contract/loans/example-loan.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { compareLoans } from './compare/comparison.ts'
import { AboutLoanCard } from './loan-detail/AboutLoanCard.tsx'
import { figuresOf } from '#web/loans/components/loan-detail/LoanFigures.tsx'
import { structureOf } from './loan-detail/structure-rows.ts'
import { LoanFormFields } from './manage-loans/LoanFormFields.tsx'
import {
  loanFormValues,
  type LoanFields,
  type LoanFormInput,
} from './manage-loans/loan-form-values.ts'

const loan: Loan = { ...bareLoan, ...exampleLoan }

function Form() {
  const form = useForm<LoanFormInput, unknown, LoanFields>({ defaultValues: loanFormValues(loan) })
  return <LoanFormFields form={form} loan={loan} changes={null} />
}
const form = renderToStaticMarkup(<Form />)
// Times are shown with non-breaking spaces.
const figures = [...figuresOf(loan), ...structureOf(loan)].map(
  ({ name, value }) => `${name}: ${String(value).replaceAll('\u00a0', ' ')}`,
)
const about = renderToStaticMarkup(<AboutLoanCard loan={loan} />)
const rows = compareLoans([{ loan, held: undefined }]).flatMap((group) => group.rows)

it.each(loanFieldNames)('shows a form control for the loan field %s', (field) => {
  expect(form).toContain(`name="${field}"`)
  expect(form).toContain(loanFieldLabel(field))
})

/** A size and its unit are shown as one figure. */
const sizeWithUnit = `Property Size: ${showLoanField('size', loan.size)} ${loan.sizeUnit}`
const placed = loanFieldNames.filter((field) => loanFields[field].section)

it.each(placed)("shows the loan field %s on the loan's page and in the comparison", (field) => {
  const [name, value] = [loanFieldLabel(field), showLoanField(field, loan[field])]
  const isSize = field === 'size' || field === 'sizeUnit'
  const shown = isSize ? sizeWithUnit : `${name}: ${value}`
  expect(figures.includes(shown) || about.includes(`>${value}</dd>`)).toBe(true)
  expect(rows).toContainEqual(expect.objectContaining({ name, values: [value] }))
})
