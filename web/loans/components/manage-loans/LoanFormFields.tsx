import type { Loan, NewLoan } from '#contract/loans/shapes.ts'
import {
  loanCan,
  loanStatuses,
  loanStatusLabels,
  newLoanStatuses,
  parseLoanStatus,
} from '#domain/loans/statuses.ts'
import { formPropertyTypes, occupancies } from '#domain/loans/property-types.ts'
import { notAvailable } from '#domain/texts.ts'
import { Field, type FieldControl } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import { Textarea } from '#web/ui/Textarea.tsx'
import { createContext, useContext, type ReactElement } from 'react'
import { useWatch, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import {
  loanFormValues,
  whyTermsAreFixed,
  withStored,
  type LoanChanges,
  type LoanFields,
} from './loan-form-values.ts'

export interface LoanFormFieldsProps {
  form: UseFormReturn<NewLoan, unknown, LoanFields>
  /** The stored loan being changed; undefined for a new one. */
  loan: Loan | undefined
  /** What others have changed since the form opened. */
  changes: LoanChanges | null
}

type LoanOfForm = Pick<LoanFormFieldsProps, 'form' | 'loan'>

/** Every field of a loan, in the order in which people discuss them. */
export function LoanFormFields({ form, loan, changes }: LoanFormFieldsProps) {
  return (
    <ChangesContext value={{ loan, changes }}>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-6">
        <p className="text-muted-foreground md:col-span-full">
          A loan needs a title, a borrower, an amount, a rate and a term.
        </p>
        <LoanField form={form} name="title" label="Loan Title" className={half}>
          {(control) => (
            // The dialog focuses its first field on opening; a stored loan's fields appear later.
            <Input
              autoFocus={loan !== undefined}
              placeholder="Harbor Point Apartments"
              {...control}
            />
          )}
        </LoanField>
        <LoanField form={form} name="borrowerName" label="Borrower Name" className={half}>
          {(control) => <Input placeholder="Harbor Point Holdings LLC" {...control} />}
        </LoanField>
        <LoanField form={form} name="propertyAddress" label="Property Address" className={whole}>
          {(control) => <Input placeholder="12 Harbor Street, Boston, MA 02110" {...control} />}
        </LoanField>
        <TermFields form={form} loan={loan} />
        <ChoiceFields form={form} loan={loan} />
        <LoanField form={form} name="purpose" label="Purpose" className={whole}>
          {(control) => (
            <Textarea placeholder="What the borrower needs the money for" {...control} />
          )}
        </LoanField>
        <LoanField form={form} name="summary" label="Summary" className={whole}>
          {(control) => <Textarea rows={4} placeholder="What lenders should know" {...control} />}
        </LoanField>
        <ValueFields form={form} />
        <LoanField form={form} name="propertyOccupancy" label="Property Occupancy" className={half}>
          {(control) => (
            <NativeSelect {...control}>
              <option value="">{notAvailable}</option>
              <Options values={withStored(occupancies, loan?.propertyOccupancy)} />
            </NativeSelect>
          )}
        </LoanField>
        <LoanField
          form={form}
          name="imageUrl"
          label="Image URL (optional)"
          hint="Without one, the loan's cover photo is shown."
          className={half}
        >
          {(control) => (
            <Input
              inputMode="url"
              placeholder="https://example.com/harbor-point.jpg"
              {...control}
            />
          )}
        </LoanField>
      </div>
    </ChangesContext>
  )
}

/** Provides each field with its change, whichever part of the form renders it. */
const ChangesContext = createContext<Pick<LoanFormFieldsProps, 'loan' | 'changes'>>({
  loan: undefined,
  changes: null,
})

const whole = 'md:col-span-full'
const half = 'md:col-span-3'
const third = 'md:col-span-2'

/** Amount, rate and term: read-only once a lender is bound to them or the loan is funded. */
function TermFields({ form, loan }: LoanOfForm) {
  const why = loan && whyTermsAreFixed(loan)
  const { dirtyFields } = form.formState
  // Values typed before the terms were locked stay editable, so that they can be undone.
  const isFixed = (name: keyof NewLoan) => why !== undefined && !dirtyFields[name]
  return (
    <>
      <LoanField form={form} name="amount" label="Loan Amount ($)" hint={why} className={third}>
        {(control) => (
          <NumberInput step="any" placeholder="2500000" readOnly={isFixed('amount')} {...control} />
        )}
      </LoanField>
      <LoanField
        form={form}
        name="interestRate"
        label="Interest Rate (%)"
        hint={why}
        className={third}
      >
        {(control) => (
          <NumberInput
            step={0.01}
            placeholder="7.25"
            readOnly={isFixed('interestRate')}
            {...control}
          />
        )}
      </LoanField>
      <LoanField form={form} name="term" label="Term (months)" hint={why} className={third}>
        {(control) => (
          <NumberInput step={1} placeholder="36" readOnly={isFixed('term')} {...control} />
        )}
      </LoanField>
    </>
  )
}

function ChoiceFields({ form, loan }: LoanOfForm) {
  const chosen = parseLoanStatus(useWatch({ control: form.control, name: 'status' }) ?? '')
  const willBeFunded = chosen !== null && !loanCan('commit', chosen) && chosen !== loan?.status
  return (
    <>
      <LoanField
        form={form}
        name="status"
        label="Loan Status"
        hint={
          willBeFunded
            ? 'A funded loan takes no more commitments, keeps its amount, rate and term, and cannot be deleted.'
            : undefined
        }
        className={half}
      >
        {(control) => (
          <NativeSelect {...control}>
            {(loan ? loanStatuses : newLoanStatuses).map((status) => (
              <option key={status} value={status}>
                {loanStatusLabels[status]}
              </option>
            ))}
          </NativeSelect>
        )}
      </LoanField>
      <LoanField form={form} name="propertyType" label="Property Type" className={half}>
        {(control) => (
          <NativeSelect {...control}>
            <option value="">{notAvailable}</option>
            <Options values={withStored(formPropertyTypes, loan?.propertyType)} />
          </NativeSelect>
        )}
      </LoanField>
    </>
  )
}

function ValueFields({ form }: Pick<LoanFormFieldsProps, 'form'>) {
  return (
    <>
      <LoanField form={form} name="asIsValue" label="Property As-Is Value ($)" className={half}>
        {(control) => <NumberInput step="any" placeholder="3200000" {...control} />}
      </LoanField>
      <LoanField form={form} name="asCompleteValue" label="As-Complete Value ($)" className={half}>
        {(control) => <NumberInput step="any" placeholder="4100000" {...control} />}
      </LoanField>
      <LoanField form={form} name="ltv" label="LTV (%)" className={third}>
        {(control) => <NumberInput step={0.01} placeholder="65.00" {...control} />}
      </LoanField>
      <LoanField form={form} name="originationFee" label="Origination Fee (%)" className={third}>
        {(control) => <NumberInput step={0.01} placeholder="1.50" {...control} />}
      </LoanField>
      <LoanField form={form} name="interestReserve" label="Interest Reserve ($)" className={third}>
        {(control) => <NumberInput step="any" placeholder="150000" {...control} />}
      </LoanField>
    </>
  )
}

const Options = ({ values }: { values: readonly string[] }) =>
  values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ))

interface LoanFieldProps {
  form: LoanFormFieldsProps['form']
  name: keyof NewLoan
  label: string
  hint?: string | undefined
  className: string
  children: (control: UseFormRegisterReturn) => ReactElement<Partial<FieldControl>>
}

function LoanField({ form, name, label, hint, className, children }: LoanFieldProps) {
  const error = form.formState.errors[name]?.message
  const note = useChangeNote(form, name)
  const hints = note ? (
    <>
      {hint && <span className="block">{hint} </span>}
      <span className="block font-medium wrap-anywhere text-warning">{note}</span>
    </>
  ) : (
    hint
  )
  return (
    <Field label={label} hint={hints} error={error} className={className}>
      {children(form.register(name))}
    </Field>
  )
}

/** Who else changed a field, and what a save does to that change; null when nobody did. */
function useChangeNote(form: LoanFieldProps['form'], name: keyof NewLoan): string | null {
  const { loan, changes } = useContext(ChangesContext)
  const change = changes?.[name]
  if (!loan || !change) return null
  const isEdited =
    form.formState.dirtyFields[name] && form.getValues(name) !== loanFormValues(loan)[name]
  return isEdited ? `${change}. Saving replaces it with what you entered.` : `${change}.`
}
