import { loanFieldLabel } from '#domain/loans/field-texts.ts'
import {
  fieldsOfSection,
  foldedSections,
  isFoldedSection,
  loanFieldNames,
  loanFields,
  type FoldedSection,
  type LoanField,
} from '#domain/loans/fields.ts'
import { earliestFunding } from '#domain/loans/funding.ts'
import {
  loanStatuses,
  loanStatusLabels,
  loanStatusMeanings,
  newLoanStatuses,
  parseLoanStatus,
  type LoanStatus,
} from '#domain/loans/statuses.ts'
import { toLocalDay } from '#web/time/timestamps.ts'
import { cx } from '#web/ui/cx.ts'
import { Input, NumberInput } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { RequiredLegend } from '#web/ui/fields/Field.tsx'
import { useEffect, useEffectEvent, useId, useState, type ChangeEvent, type ReactNode } from 'react'
import { useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import {
  LoanFormContext,
  LoanFormField,
  half,
  third,
  useLoanForm,
  whole,
  type LoanFormState,
} from './LoanFormField.tsx'
import { LtvChoice, useLtvNote } from './LtvChoice.tsx'
import { describeFundingDay, fundedOnOf, whyTermsAreFixed } from './loan-form-values.ts'

export function LoanFormFields(state: LoanFormState) {
  const { form, field } = state
  const focusField = useEffectEvent(() => {
    if (field) form.setFocus(field)
  })
  useEffect(() => focusField(), [])
  return (
    <LoanFormContext value={state}>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-6">
        <div className={whole}>
          <RequiredLegend />
        </div>
        <Fields names={openFields} />
        {foldedSections.map((section) => (
          <FoldedFields key={section} section={section} />
        ))}
      </div>
    </LoanFormContext>
  )
}

const openFields = loanFieldNames.filter((name) => !isFoldedSection(loanFields[name].section))

const Fields = ({ names }: { names: readonly LoanField[] }) =>
  names.map((name) => {
    const Special = specialFields[name]
    if (Special === null) return null
    return Special ? <Special key={name} /> : <LoanFormField key={name} name={name} />
  })

/** A section that is collapsed while it is empty. An error expands it so that the user sees the message. */
function FoldedFields({ section }: { section: FoldedSection }) {
  const { form, field } = useLoanForm()
  const names = fieldsOfSection(section)
  const values = useWatch({ control: form.control, name: names })
  const [isOpen, setIsOpen] = useState(
    () => values.some((value) => value) || (field !== undefined && names.includes(field)),
  )
  const hasError = names.some((name) => form.formState.errors[name])
  if (hasError && !isOpen) setIsOpen(true)
  return (
    <details
      className={cx(whole, 'group rounded-lg border')}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-baseline gap-2 rounded-lg px-3 py-2.5 font-medium max-md:py-3">
        {section}
        <span className="text-xs font-normal text-muted-foreground group-open:hidden">
          {describeSection(names, values)}
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-4 px-3 pt-1 pb-4 md:grid-cols-6">
        <Fields names={names} />
      </div>
    </details>
  )
}

function describeSection(names: readonly LoanField[], values: readonly unknown[]): string {
  const filled = names.filter((_, place) => values[place])
  const shown = filled.length > 0 ? filled : names
  return `${filled.length > 0 ? '' : 'Optional: '}${shown.map(loanFieldLabel).join(', ')}`
}

/**
 * Fields with rules that aren't in the table. The first field in a group renders the entire group, and the others are
 * null here.
 */
const specialFields: Partial<Record<LoanField, (() => ReactNode) | null>> = {
  amount: TermFields,
  interestRate: null,
  term: null,
  status: ChoiceFields,
  fundedOn: null,
  propertyType: null,
  ltv: LtvField,
  noteRate: NoteRateField,
}

/** The terms are read-only once a lender has a binding commitment or the loan is funded. */
function TermFields() {
  const { form, loan } = useLoanForm()
  const why = loan && whyTermsAreFixed(loan)
  const noteId = useId()
  const { dirtyFields } = form.formState
  return (
    <>
      {why && (
        <p id={noteId} className={cx(whole, 'rounded-lg bg-muted px-3 py-2 text-[0.8125rem]')}>
          {why}
        </p>
      )}
      {(['amount', 'interestRate', 'term'] as const).map((name) => (
        <LoanFormField
          key={name}
          name={name}
          describedBy={why && noteId}
          // The user can still edit values that were typed before the terms were locked, to undo them.
          readOnly={why !== undefined && !dirtyFields[name]}
        />
      ))}
    </>
  )
}

function NoteRateField() {
  const { form, loan } = useLoanForm()
  const why = loan && whyTermsAreFixed(loan)
  return (
    <LoanFormField
      name="noteRate"
      hint={why && 'Locked together with the interest rate.'}
      readOnly={why !== undefined && !form.formState.dirtyFields.noteRate}
    />
  )
}

function ChoiceFields() {
  const { form, loan } = useLoanForm()
  const chosen = parseLoanStatus(useWatch({ control: form.control, name: 'status' }) ?? '')
  const fundedOn = useWatch({ control: form.control, name: 'fundedOn' })
  // The input has no value while the user retypes a stored date.
  const hasDay = chosen === 'funded' || Boolean(fundedOn || loan?.fundedOn)
  const className = hasDay ? third : half
  const chooseStatus =
    (onChange: UseFormRegisterReturn['onChange']) => (event: ChangeEvent<HTMLSelectElement>) => {
      const typed = { status: parseLoanStatus(event.target.value), fundedOn: fundedOn ?? '' }
      const day = fundedOnOf(typed, loan, toLocalDay(new Date()))
      if (day !== typed.fundedOn) form.setValue('fundedOn', day, { shouldDirty: true })
      void onChange(event)
    }
  return (
    <>
      <LoanFormField
        name="status"
        hint={chosen ? loanStatusMeanings[chosen] : undefined}
        className={className}
      >
        {(control) => (
          <NativeSelect {...control} onChange={chooseStatus(control.onChange)}>
            {(loan ? loanStatuses : newLoanStatuses).map((status) => (
              <option key={status} value={status}>
                {loanStatusLabels[status]}
              </option>
            ))}
          </NativeSelect>
        )}
      </LoanFormField>
      {hasDay && <FundedOnField chosen={chosen} />}
      <LoanFormField name="propertyType" className={className} />
    </>
  )
}

/** The date on which the term starts. A hint below the field shows the maturity. */
function FundedOnField({ chosen }: { chosen: LoanStatus | null }) {
  const { form, loan } = useLoanForm()
  const [today] = useState(() => toLocalDay(new Date()))
  const [fundedOn, term] = useWatch({ control: form.control, name: ['fundedOn', 'term'] })
  const hint = describeFundingDay(
    { status: chosen, fundedOn: fundedOn ?? '', term: String(term ?? '') },
    loan,
    today,
  )
  return (
    <LoanFormField name="fundedOn" hint={hint}>
      {(control) => <Input type="date" min={earliestFunding} max={today} {...control} />}
    </LoanFormField>
  )
}

function LtvField() {
  const { form } = useLoanForm()
  return (
    <LoanFormField name="ltv" hint={useLtvNote(form.control)}>
      {(control) => (
        <LtvChoice form={form}>
          <NumberInput step={0.01} placeholder={loanFields.ltv.placeholder} {...control} />
        </LtvChoice>
      )}
    </LoanFormField>
  )
}
