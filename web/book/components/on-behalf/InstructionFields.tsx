import type { Instruction } from '#contract/book/shapes.ts'
import { textLimits } from '#domain/texts.ts'
import { lazyResolver } from '#web/forms/form.ts'
import { toLocalDay } from '#web/time/timestamps.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

export type InstructionForm = ReturnType<typeof useInstruction>['form']

/**
 * The fields for a lender's instruction. The name has no default, and the default date is today. `word` restores
 * earlier input.
 */
export function useInstruction(word?: Instruction) {
  const [today] = useState(() => toLocalDay(new Date()))
  const form = useForm({
    defaultValues: word ?? { instructedBy: '', instructedOn: today },
    resolver,
  })
  return { form, today }
}

const resolver = lazyResolver(() =>
  import('#contract/book/shapes.ts').then((book) => book.instruction),
)

export interface InstructionFieldsProps {
  form: InstructionForm
  today: string
  busy: boolean
}

export function InstructionFields({ form, today, busy }: InstructionFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid gap-2">
      <div className="grid gap-x-4 gap-y-3 md:grid-cols-[1fr_auto]">
        <Field label="As instructed by" error={errors.instructedBy?.message}>
          <Input
            autoComplete="off"
            maxLength={textLimits.instructedBy}
            placeholder="Name, and how: by phone, by letter"
            readOnly={busy}
            {...form.register('instructedBy')}
          />
        </Field>
        <Field label="On" error={errors.instructedOn?.message}>
          <Input type="date" max={today} readOnly={busy} {...form.register('instructedOn')} />
        </Field>
      </div>
      <p className="text-[0.8125rem] text-muted-foreground">
        Kept in the book, and sent to the lender with the receipt.
      </p>
    </div>
  )
}
