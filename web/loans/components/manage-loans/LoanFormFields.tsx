import type { Loan } from '#contract/loans/shapes.ts'
import { earliestFunding } from '#domain/loans/funding.ts'
import {
  loanStatuses,
  loanStatusLabels,
  loanStatusMeanings,
  newLoanStatuses,
  parseLoanStatus,
  type LoanStatus,
} from '#domain/loans/statuses.ts'
import { formPropertyTypes, occupancies } from '#domain/loans/property/property-types.ts'
import { formatCents, parseMoney } from '#domain/money.ts'
import { notAvailable } from '#domain/texts.ts'
import { toLocalDay } from '#web/time/timestamps.ts'
import { cx } from '#web/ui/cx.ts'
import { Field, type FieldControl } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { NumberInput } from '#web/ui/fields/NumberInput.tsx'
import { RequiredLegend, RequiredMark } from '#web/ui/fields/Required.tsx'
import { Textarea } from '#web/ui/fields/Textarea.tsx'
import {
  cloneElement,
  createContext,
  useContext,
  useId,
  useState,
  type ChangeEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useWatch, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import { LtvChoice, useLtvNote } from './LtvChoice.tsx'
import {
  describeFundingDay,
  fundedOnOf,
  loanFormValues,
  whyTermsAreFixed,
  withStored,
  type LoanChanges,
  type LoanFields,
  type LoanFormInput,
} from './loan-form-values.ts'
import { useFigurePaste } from './use-figure-paste.ts'

export interface LoanFormFieldsProps {
  form: UseFormReturn<LoanFormInput, unknown, LoanFields>
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
        <div className={whole}>
          <RequiredLegend />
        </div>
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
  const noteId = useId()
  const { dirtyFields } = form.formState
  // Values typed before the terms were locked stay editable, so that they can be undone.
  const isFixed = (name: keyof LoanFormInput) => why !== undefined && !dirtyFields[name]
  const common = { form, className: third, ...(why && { describedBy: noteId }) }
  return (
    <>
      {why && (
        <p id={noteId} className={cx(whole, 'rounded-lg bg-muted px-3 py-2 text-[0.8125rem]')}>
          {why}
        </p>
      )}
      <MoneyField
        {...common}
        name="amount"
        label="Loan Amount ($)"
        placeholder="2500000"
        readOnly={isFixed('amount')}
      />
      <LoanField {...common} name="interestRate" label="Interest Rate (%)">
        {(control) => (
          <NumberInput
            step={0.01}
            placeholder="7.25"
            readOnly={isFixed('interestRate')}
            {...control}
          />
        )}
      </LoanField>
      <LoanField {...common} name="term" label="Term (months)">
        {(control) => (
          <NumberInput step={1} placeholder="36" readOnly={isFixed('term')} {...control} />
        )}
      </LoanField>
    </>
  )
}

function ChoiceFields({ form, loan }: LoanOfForm) {
  const chosen = parseLoanStatus(useWatch({ control: form.control, name: 'status' }) ?? '')
  const fundedOn = useWatch({ control: form.control, name: 'fundedOn' })
  // A stored day that is being cleared or typed anew has no value for a while.
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
      <LoanField
        form={form}
        name="status"
        label="Loan Status"
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
      </LoanField>
      {hasDay && <FundedOnField form={form} loan={loan} chosen={chosen} />}
      <LoanField form={form} name="propertyType" label="Property Type" className={className}>
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

interface FundedOnFieldProps extends LoanOfForm {
  chosen: LoanStatus | null
}

/** The day that the term runs from; it says what follows from it. */
function FundedOnField({ form, loan, chosen }: FundedOnFieldProps) {
  const [today] = useState(() => toLocalDay(new Date()))
  const [fundedOn, term] = useWatch({ control: form.control, name: ['fundedOn', 'term'] })
  const hint = describeFundingDay(
    { status: chosen, fundedOn: fundedOn ?? '', term: String(term ?? '') },
    loan,
    today,
  )
  return (
    <LoanField form={form} name="fundedOn" label="Funded On" hint={hint} className={third}>
      {(control) => <Input type="date" min={earliestFunding} max={today} {...control} />}
    </LoanField>
  )
}

function ValueFields({ form }: Pick<LoanFormFieldsProps, 'form'>) {
  const ltvNote = useLtvNote(form.control)
  return (
    <>
      <MoneyField
        form={form}
        name="asIsValue"
        label="Property As-Is Value ($)"
        placeholder="3200000"
        className={half}
      />
      <MoneyField
        form={form}
        name="asCompleteValue"
        label="As-Complete Value ($)"
        placeholder="4100000"
        className={half}
      />
      <LoanField form={form} name="ltv" label="LTV (%)" hint={ltvNote} className={third}>
        {(control) => (
          <LtvChoice form={form}>
            <NumberInput step={0.01} placeholder="65.00" {...control} />
          </LtvChoice>
        )}
      </LoanField>
      <LoanField form={form} name="originationFee" label="Origination Fee (%)" className={third}>
        {(control) => <NumberInput step={0.01} placeholder="1.50" {...control} />}
      </LoanField>
      <MoneyField
        form={form}
        name="interestReserve"
        label="Interest Reserve ($)"
        placeholder="150000"
        className={third}
      />
    </>
  )
}

const Options = ({ values }: { values: readonly string[] }) =>
  values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ))

interface LoanFieldProps extends LoanFieldName {
  hint?: ReactNode
  children: (control: UseFormRegisterReturn) => ReactElement<Partial<FieldControl>>
}

interface LoanFieldName {
  form: LoanFormFieldsProps['form']
  name: keyof LoanFormInput
  label: string
  describedBy?: string | undefined
  className: string
}

function LoanField({ form, name, label, hint, describedBy, className, children }: LoanFieldProps) {
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
    <Field
      label={
        <>
          {label}
          {required.includes(name) && <RequiredMark />}
        </>
      }
      hint={hints}
      error={error}
      className={className}
    >
      <LoanControl isRequired={required.includes(name)} describedBy={describedBy}>
        {children(form.register(name))}
      </LoanControl>
    </Field>
  )
}

interface LoanControlProps extends Partial<FieldControl> {
  isRequired: boolean
  /** The id of a text above several fields. */
  describedBy: string | undefined
  children: ReactElement<Partial<FieldControl> & { 'aria-required'?: true }>
}

/** A control with what its field says of it, and what the form says. */
const LoanControl = ({ isRequired, describedBy, children, ...control }: LoanControlProps) =>
  cloneElement(children, {
    ...control,
    'aria-describedby': cx(describedBy, control['aria-describedby']) || undefined,
    ...(isRequired && { 'aria-required': true }),
  })

const required: readonly (keyof LoanFormInput)[] = [
  'title',
  'borrowerName',
  'amount',
  'interestRate',
  'term',
]

interface MoneyFieldProps extends LoanFieldName {
  name: 'amount' | 'asIsValue' | 'asCompleteValue' | 'interestReserve'
  placeholder: string
  readOnly?: boolean
}

/** A number input shows no separators, so the amount is read out beside it while it is typed. */
function MoneyField({ placeholder, readOnly, ...rest }: MoneyFieldProps) {
  const { form, name } = rest
  const amount = parseMoney(useWatch({ control: form.control, name }) ?? '')
  const pasting = useFigurePaste(form, name, { readOnly })
  return (
    <LoanField
      {...rest}
      hint={amount && <span className="tabular-nums">{formatCents(amount)}</span>}
    >
      {(control) => (
        <NumberInput
          step="any"
          placeholder={placeholder}
          readOnly={readOnly}
          {...pasting}
          {...control}
        />
      )}
    </LoanField>
  )
}

/** Who else changed a field, and what a save does to that change; null when nobody did. */
function useChangeNote(form: LoanFieldProps['form'], name: keyof LoanFormInput): string | null {
  const { loan, changes } = useContext(ChangesContext)
  const change = changes?.[name]
  if (!loan || !change) return null
  const isEdited =
    form.formState.dirtyFields[name] && form.getValues(name) !== loanFormValues(loan)[name]
  return isEdited ? `${change}. Saving replaces it with what you entered.` : `${change}.`
}
