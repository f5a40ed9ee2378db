import type { dealChange, Deal } from '#contract/deal/shapes.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { shareSteps } from '#domain/deal/settings.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import { formatCents, formatShare, parsePercent, shareAmount, type Money } from '#domain/money.ts'
import { deskZoneName } from '#domain/time-zone.ts'
import { call } from '#web/api/client.ts'
import { lazyResolver } from '#web/forms/form.ts'
import { useKeptFields } from '#web/forms/use-kept-fields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
import { Input, NumberInput } from '#web/ui/fields/Input.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { showRefusal } from './show-refusal.ts'

type Values = z.input<typeof dealChange>

/** Says which fields can't be changed now, and why. While a round runs, only the limits can't. */
function obstacleToChange(loan: Deal['loan']) {
  const at = new Date().toISOString()
  const hasFixedDates = refusalOfStage('editTermsAndDates', loan, at) !== null
  const refusal = refusalOfStage('setLimits', loan, at)
  const reason = refusal && `${refusal.message}.`
  return {
    hasFixedDates,
    hasFixedLimits: refusal !== null,
    obstacle: reason && !hasFixedDates ? `The limits are fixed. ${reason}` : reason,
  }
}

/** The dates of a deal, the limits of one lender's share, and the step of allocated shares. */
export function SettingsForm({ deal: { loan, settings, next } }: { deal: Deal }) {
  const form = useForm<Values, unknown, z.output<typeof dealChange>>({
    // Shows values that another administrator saved, but keeps typed values.
    values: valuesOf(settings),
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
    resolver,
  })
  const kept = useKeptFields(`deal ${loan.id}`, form)
  const { errors, isSubmitting, dirtyFields } = form.formState
  const typed = useWatch({ control: form.control })
  const isChanged = Object.values(dirtyFields).some(Boolean)
  const { hasFixedDates, hasFixedLimits, obstacle } = obstacleToChange(loan)

  const save = form.handleSubmit(async (values) => {
    const sent = form.getValues()
    const changed = Object.entries(values).filter(([name]) => kept.isTyped(name))
    if (changed.length === 0) return
    try {
      const body = Object.fromEntries(changed)
      const saved = await call('updateDeal', { params: { id: loan.id }, body })
      kept.save(sent, valuesOf(saved.settings))
      toast({ title: 'Deal saved', description: 'Lenders see the dates and limits at once.' })
    } catch (error) {
      showRefusal(error, form)
    }
  })

  const share = (name: 'minShare' | 'maxShare', label: string) => (
    <Field
      label={label}
      hint={describeShare(loan.amount, typed[name] ?? '')}
      error={errors[name]?.message}
    >
      <NumberInput
        step={0.01}
        min={0}
        max={100}
        readOnly={hasFixedLimits}
        {...form.register(name)}
      />
    </Field>
  )
  return (
    <Card as="section" aria-labelledby="deal-settings">
      <CardHeader>
        <CardTitle id="deal-settings">Limits and Dates</CardTitle>
      </CardHeader>
      <CardContent>
        <form
          onSubmit={(event) => void save(event)}
          noValidate
          className="grid grid-cols-1 content-start gap-4 sm:grid-cols-2"
        >
          {kept.offer && <div className="sm:col-span-2">{kept.offer}</div>}
          {share('minShare', 'Minimum share (%)')}
          {share('maxShare', 'Maximum share (%)')}
          {/* The input isn't registered, because its text is a local time and the form needs UTC. */}
          <Controller
            control={form.control}
            name="commitmentDeadline"
            render={({ field: { value, ...field } }) => (
              <Field
                label="Commitment deadline"
                hint={value && isMoment(value) ? formatMoment(value) : `${deskZoneName()}.`}
                error={errors.commitmentDeadline?.message}
                className="sm:col-span-2"
              >
                <MomentInput
                  {...field}
                  value={value ?? ''}
                  readOnly={hasFixedDates}
                  className={readOnlyLook}
                />
              </Field>
            )}
          />
          <Field label="Planned closing" error={errors.closingDate?.message}>
            <Input
              type="date"
              readOnly={hasFixedDates}
              className={readOnlyLook}
              {...form.register('closingDate')}
            />
          </Field>
          <Field label="Step of allocated shares" error={errors.shareStep?.message}>
            <NativeSelect disabled={hasFixedLimits} {...form.register('shareStep')}>
              {shareSteps.map((step) => (
                <option key={step} value={step}>
                  {formatShare(step)}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <div className="grid gap-2 sm:col-span-2">
            <FieldError id="deal-refusal" message={errors.root?.message} />
            {obstacle && <p className="text-[0.8125rem] text-muted-foreground">{obstacle}</p>}
            <Button
              type="submit"
              variant={next === 'setTimetable' ? 'primary' : 'outline'}
              busy={isSubmitting}
              disabled={hasFixedDates}
              aria-disabled={!isChanged}
              className="justify-self-start max-sm:justify-self-stretch"
            >
              Save Limits and Dates
            </Button>
          </div>
        </form>
      </CardContent>
    </Card>
  )
}

const readOnlyLook = 'read-only:bg-muted read-only:text-muted-foreground'

function describeShare(amount: Money, typed: string): string {
  const share = parsePercent(typed)
  return share === null ? 'No limit.' : `${formatCents(shareAmount(amount, share))} of this loan.`
}

const valuesOf = (settings: Deal['settings']): Values => ({
  minShare: settings.minShare ?? '',
  maxShare: settings.maxShare ?? '',
  shareStep: settings.shareStep,
  commitmentDeadline: settings.commitmentDeadline ?? '',
  closingDate: settings.closingDate ?? '',
})

const resolver = lazyResolver<Values, z.output<typeof dealChange>>(() =>
  import('#contract/deal/shapes.ts').then((shapes) => shapes.dealChange),
)
