import { shareSteps } from '#domain/deal/settings.ts'
import { deskZoneName } from '#domain/time-zone.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import { formatPart, formatShare, type Money, type Percent } from '#domain/money.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { orderKinds, orderLabels } from './order-labels.ts'
import type { OrderInput, SheetInput, SheetMessages } from './sheet-input.ts'

interface RuleFieldsProps {
  input: SheetInput
  messages: SheetMessages
  /** The share that the allocation leaves with the originator, or null as long as a field is refused. */
  left: { share: Percent; amount: Money } | null
  /** The loan's step. */
  savedStep: Percent
  isReadOnly: boolean
  onChange: (change: Partial<SheetInput>) => void
}

/** The order of an allocation, the share that the originator keeps at least, and the step. */
export function RuleFields(props: RuleFieldsProps) {
  const { input, messages, left, savedStep, isReadOnly, onChange } = props
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 @4xl:grid-cols-4 print:hidden">
      <Field label="Order" className="@max-xl:col-span-2">
        <NativeSelect
          // The next step begins here.
          data-next=""
          disabled={isReadOnly}
          value={input.order}
          onChange={({ target }) =>
            onChange({ order: orderKinds.find((kind) => kind === target.value) ?? 'proRata' })
          }
        >
          {orderKinds.map((kind) => (
            <option key={kind} value={kind}>
              {orderLabels[kind]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <OrderParameter {...{ input, messages, isReadOnly, onChange }} />
      <Field
        label="Hold wanted (%)"
        hint={left ? `This leaves you ${formatPart(left.share, left.amount)}.` : undefined}
        error={messages.hold}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          readOnly={isReadOnly}
          value={input.hold}
          onChange={({ target }) => onChange({ hold: target.value })}
        />
      </Field>
      <Field
        label="Step"
        hint={
          input.step === savedStep
            ? 'Shares are rounded to it.'
            : `Saving changes the loan's step from ${formatShare(savedStep)}.`
        }
      >
        <NativeSelect
          disabled={isReadOnly}
          value={input.step}
          onChange={({ target }) => onChange({ step: target.value })}
        >
          {shareSteps.map((step) => (
            <option key={step} value={step}>
              {formatShare(step)}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </div>
  )
}

interface OrderParameterProps {
  input: OrderInput
  messages: SheetMessages
  isReadOnly: boolean
  onChange: (change: Partial<OrderInput>) => void
}

/** The field of an order that needs a parameter. */
export function OrderParameter({ input, messages, isReadOnly, onChange }: OrderParameterProps) {
  if (input.order === 'smallFirst')
    return (
      <Field label="Requests up to (%)" error={messages.upTo}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          readOnly={isReadOnly}
          value={input.upTo}
          onChange={({ target }) => onChange({ upTo: target.value })}
        />
      </Field>
    )
  if (input.order !== 'earlyFirst') return null
  return (
    <Field
      label="Requests before"
      hint={isMoment(input.before) ? formatMoment(input.before) : `${deskZoneName()}.`}
      error={messages.before}
    >
      <MomentInput
        readOnly={isReadOnly}
        value={input.before}
        onChange={(before) => onChange({ before })}
      />
    </Field>
  )
}
