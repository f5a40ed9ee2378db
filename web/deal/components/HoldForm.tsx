import type { newHold, Deal } from '#contract/deal/shapes.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { refusalOfStatus } from '#domain/book/refusals.ts'
import {
  formatCents,
  formatShare,
  isAboveZero,
  parsePercent,
  shareAmount,
  sumPercent,
} from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { lazyResolver } from '#web/forms/form.ts'
import { useKeptFields } from '#web/forms/use-kept-fields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
import { NumberInput } from '#web/ui/fields/Input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { showRefusal } from './show-refusal.ts'

interface Values {
  percentage: string
}

/** Returns the reason why the hold can't be changed now, or null. */
function obstacleToHold(loan: Deal['loan']): string | null {
  if (loan.isDraft === 'true') return 'This loan is a draft. Publish it first.'
  const at = new Date().toISOString()
  const refusal = refusalOfStatus(loan) ?? refusalOfStage('setHold', loan, at)
  return refusal && `${refusal.message}.`
}

/** The share that the originator keeps. */
export function HoldForm({ deal: { loan, totals } }: { deal: Deal }) {
  const form = useForm<Values, unknown, z.output<typeof newHold>>({
    values: { percentage: totals.holdPercentage },
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
    resolver,
  })
  const kept = useKeptFields(`hold ${loan.id}`, form)
  const { errors, isSubmitting, isDirty } = form.formState
  const typed = useWatch({ control: form.control, name: 'percentage' })
  const share = parsePercent(typed)
  const amount = share && shareAmount(loan.amount, share)
  const most = sumPercent([totals.availablePercentage, totals.holdPercentage])
  const obstacle = obstacleToHold(loan)

  const save = form.handleSubmit(async ({ percentage }) => {
    if (!kept.isTyped('percentage')) return
    const sent = form.getValues()
    try {
      const shown = shareAmount(loan.amount, percentage)
      const body = { percentage, amount: shown }
      const { totals: now } = await call('setHold', { params: { id: loan.id }, body })
      kept.save(sent, { percentage: now.holdPercentage })
      toast(
        isAboveZero(percentage)
          ? {
              title: 'Hold set',
              description: `You keep ${formatShare(percentage)} (${formatCents(now.holdAmount)}).`,
            }
          : { title: 'Hold given up', description: 'Its share is available to lenders.' },
      )
    } catch (error) {
      showRefusal(error, form)
    }
  })

  return (
    <Card as="section" aria-labelledby="deal-hold">
      <CardHeader>
        <CardTitle id="deal-hold">Originator's Hold</CardTitle>
        <CardDescription>
          A binding share that you keep. Lenders see it; 0 gives it up.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <form
          onSubmit={(event) => void save(event)}
          noValidate
          className="grid grid-cols-1 content-start gap-4"
        >
          {kept.offer}
          <Field
            label="Share (%)"
            hint={
              <span aria-live="polite">
                {amount ? `${formatCents(amount)}. ` : ''}
                {`You can keep up to ${formatShare(most)}.`}
              </span>
            }
            error={errors.percentage?.message}
          >
            <NumberInput
              step={0.01}
              min={0}
              max={100}
              readOnly={obstacle !== null}
              {...form.register('percentage')}
            />
          </Field>
          <FieldError id="hold-refusal" message={errors.root?.message} />
          {obstacle && <p className="text-[0.8125rem] text-muted-foreground">{obstacle}</p>}
          <Button
            type="submit"
            variant="outline"
            busy={isSubmitting}
            disabled={obstacle !== null}
            aria-disabled={!isDirty}
            className="justify-self-start max-sm:justify-self-stretch"
          >
            Set Hold
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}

const resolver = lazyResolver<Values, z.output<typeof newHold>>(() =>
  import('#contract/deal/shapes.ts').then((shapes) => shapes.newHold),
)
