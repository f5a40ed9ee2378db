import type { Loan } from '#contract/loans/shapes.ts'
import { loanFieldLabel } from '#domain/loans/field-texts.ts'
import {
  loanFields,
  type FieldEntry,
  type FieldKind,
  type LoanField,
} from '#domain/loans/fields.ts'
import { formatCents, parseMoney } from '#domain/money.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import { deskZoneName } from '#domain/time-zone.ts'
import { notAvailable } from '#domain/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Field, type FieldControl, RequiredMark } from '#web/ui/fields/Field.tsx'
import { Input, Textarea, NumberInput } from '#web/ui/fields/Input.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { typedDollars } from '#domain/parse-typed-money.ts'
import {
  cloneElement,
  createContext,
  useContext,
  type ReactElement,
  type ReactNode,
  type ClipboardEvent,
} from 'react'
import { useController, useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import {
  loanFormValues,
  withStored,
  type LoanChanges,
  type LoanForm,
  type LoanFormInput,
} from './loan-form-values.ts'

export interface LoanFormState {
  form: LoanForm
  loan: Loan | undefined
  changes: LoanChanges | null
  field?: LoanField | undefined
}

export const LoanFormContext = createContext<LoanFormState | null>(null)

export function useLoanForm(): LoanFormState {
  const state = useContext(LoanFormContext)
  if (!state) throw new Error('A field of a loan is outside its form')
  return state
}

export const whole = 'md:col-span-full'
export const half = 'md:col-span-3'
export const third = 'md:col-span-2'

function widthOf(entry: FieldEntry): string {
  if (entry.width) return { whole, half }[entry.width]
  if (entry.kind !== 'text') return third
  return entry.hasLines ? whole : half
}

const units: Partial<Record<FieldKind, string>> = {
  money: ' ($)',
  percent: ' (%)',
  rate: ' (%)',
  months: ' (months)',
}

interface LoanFormFieldProps {
  name: LoanField
  hint?: ReactNode
  className?: string
  describedBy?: string | undefined
  readOnly?: boolean
  children?: (control: UseFormRegisterReturn) => ReactElement<Partial<FieldControl>>
}

/** A field with its label and control from the `loanFields` table. */
export function LoanFormField(props: LoanFormFieldProps) {
  const { kind } = loanFields[props.name]
  if (kind === 'money') return <MoneyField {...props} />
  if (kind === 'moment') return <MomentField {...props} />
  return <LabeledField {...props} />
}

/** Number inputs can't show thousands separators, so the formatted amount is shown next to the field. */
function MoneyField(props: LoanFormFieldProps) {
  const { name, readOnly } = props
  const { form } = useLoanForm()
  const amount = parseMoney(String(useWatch({ control: form.control, name }) ?? ''))
  const pasting = useFigurePaste(form, name, { readOnly })
  return (
    <LabeledField
      {...props}
      hint={amount && <span className="tabular-nums">{formatCents(amount)}</span>}
    >
      {(control) => (
        <NumberInput
          step="any"
          placeholder={loanFields[name].placeholder}
          readOnly={readOnly}
          {...pasting}
          {...control}
        />
      )}
    </LabeledField>
  )
}

/**
 * A date and time in the configured time zone, regardless of the browser's time zone. The form's value is in UTC. The
 * hint shows the time that will be saved, which differs if daylight saving time skips the entered time.
 */
function MomentField(props: LoanFormFieldProps) {
  const { name } = props
  const { form } = useLoanForm()
  // The input isn't registered, because its text is a local time and the form needs UTC.
  const { field } = useController({ control: form.control, name })
  const moment = String(field.value ?? '')
  return (
    <LabeledField {...props} hint={isMoment(moment) ? formatMoment(moment) : `${deskZoneName()}.`}>
      {() => <MomentInput {...field} value={moment} />}
    </LabeledField>
  )
}

function LabeledField({
  name,
  hint = loanFields[name].hint,
  className,
  describedBy,
  readOnly,
  children = (control) => <KindControl {...control} field={name} readOnly={readOnly} />,
}: LoanFormFieldProps) {
  const { form } = useLoanForm()
  const entry = loanFields[name]
  const { kind, isRequired } = entry
  const note = useChangeNote(name)
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
          {loanFieldLabel(name)}
          {units[kind]}
          {isRequired && <RequiredMark />}
        </>
      }
      hint={hints}
      error={form.formState.errors[name]?.message}
      className={className ?? widthOf(entry)}
    >
      <DescribedControl isRequired={isRequired} describedBy={describedBy}>
        {children(form.register(name))}
      </DescribedControl>
    </Field>
  )
}

interface DescribedControlProps extends Partial<FieldControl> {
  isRequired: true | undefined
  describedBy: string | undefined
  children: ReactElement<Partial<FieldControl> & { 'aria-required'?: true }>
}

const DescribedControl = ({
  isRequired,
  describedBy,
  children,
  ...control
}: DescribedControlProps) =>
  cloneElement(children, {
    ...control,
    'aria-describedby': cx(describedBy, control['aria-describedby']) || undefined,
    ...(isRequired && { 'aria-required': true }),
  })

type ControlProps = UseFormRegisterReturn &
  Partial<FieldControl> & { field: LoanField; readOnly?: boolean | undefined }

function KindControl({ field, readOnly, ...props }: ControlProps) {
  const { loan, field: focused } = useLoanForm()
  const entry = loanFields[field]
  const choice = { field, ...props }
  const control = { placeholder: entry.placeholder, readOnly, ...props }
  if (entry.kind === 'day') return <Input type="date" {...control} />
  if (entry.kind === 'moment') return null
  if (entry.kind === 'choice') return <Choices {...choice} choices={entry.choices} blank="" />
  if (entry.kind !== 'text') return <NumberInput step={steps[entry.kind]} {...control} />
  if (entry.hasLines) return <Textarea rows={field === 'summary' ? 4 : 3} {...control} />
  if (!entry.choices)
    return (
      <Input
        // A stored loan loads only after the dialog has set the initial focus, so this field focuses itself.
        autoFocus={field === 'title' && loan !== undefined && !focused}
        // Otherwise, browsers would suggest the administrator's own company and address.
        autoComplete="off"
        inputMode={field === 'imageUrl' ? 'url' : undefined}
        {...control}
      />
    )
  return <Choices {...choice} choices={entry.choices} blank={notAvailable} />
}

const steps = { money: 0.01, percent: 0.01, rate: 0.00001, quantity: 0.01, months: 1 } as const

type ChoicesProps = Omit<ControlProps, 'readOnly'> & {
  choices: readonly string[]
  blank: string
}

function Choices({ field, choices, blank, ...props }: ChoicesProps) {
  const { loan } = useLoanForm()
  return (
    <NativeSelect {...props}>
      <option value="">{blank}</option>
      {withStored(choices, String(loan?.[field] ?? '')).map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Describes a concurrent change to the field, and how saving affects it. Null if the field is unchanged. */
function useChangeNote(name: LoanField): string | null {
  const { form, loan, changes } = useLoanForm()
  const change = changes?.[name]
  if (!loan || !change) return null
  const isEdited =
    form.formState.dirtyFields[name] && form.getValues(name) !== loanFormValues(loan)[name]
  return isEdited ? `${change}. Saving replaces it with what you entered.` : `${change}.`
}

/**
 * Parses pasted amounts such as "$1,250,000" and "1.5m", because number inputs don't accept separators. Rejects any
 * other text with a message.
 */
function useFigurePaste(
  form: LoanForm,
  name: keyof LoanFormInput,
  { readOnly }: { readOnly: boolean | undefined },
) {
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    const figure = typedDollars(text)
    // The browser inserts partial figures such as ".50" correctly, but would keep only some digits of "1.250.000,00".
    const isLeft = figure === null && !Number.isNaN(Number(text))
    if (readOnly || figure === text || isLeft) return
    event.preventDefault()
    if (figure === null)
      form.setError(name, { type: 'paste', message: 'Paste an amount, like 1,250,000.00.' })
    else {
      form.setValue(name, figure, { shouldDirty: true })
      onInput()
    }
  }
  /** The rejected text isn't in the field, so the next input clears the error. */
  function onInput() {
    if (form.getFieldState(name).error?.type === 'paste') form.clearErrors(name)
  }
  return { onPaste, onInput }
}
