import { textLimits } from '#domain/texts.ts'
import { deskZoneName } from '#domain/time-zone.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { Controller, type Control, type FieldErrors } from 'react-hook-form'

export interface CallValues {
  spokeWith: string
  phone: string
  calledAt: string
}

interface CallFieldsProps {
  control: Control<CallValues>
  errors: FieldErrors<CallValues>
  busy: boolean
  /** Says where the number must come from. */
  phoneHint: string
}

/** The facts of a telephone call that verified instructions. */
export const CallFields = ({ control, errors, busy, phoneHint }: CallFieldsProps) => (
  <>
    <Field label="Whom you spoke with" error={errors.spokeWith?.message}>
      <Input
        autoComplete="off"
        maxLength={textLimits.instructedBy}
        readOnly={busy}
        {...control.register('spokeWith')}
      />
    </Field>
    <Field label="Number that you called" hint={phoneHint} error={errors.phone?.message}>
      <Input
        type="tel"
        autoComplete="off"
        maxLength={textLimits.phone}
        readOnly={busy}
        {...control.register('phone')}
      />
    </Field>
    <Controller
      control={control}
      name="calledAt"
      render={({ field }) => (
        <Field
          label="Time of the call"
          hint={`${deskZoneName()}.`}
          error={errors.calledAt?.message}
        >
          <MomentInput {...field} readOnly={busy} />
        </Field>
      )}
    />
  </>
)

/** The current minute, because the field shows no seconds. */
export function thisMinute(): string {
  const time = new Date()
  time.setUTCSeconds(0, 0)
  return time.toISOString()
}
