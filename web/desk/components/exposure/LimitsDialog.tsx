import type { Exposure } from '#contract/desk/exposure.ts'
import { limitedSpreads, type LimitedSpread } from '#domain/desk/limits.ts'
import {
  compareFigures,
  formatShare,
  parsePercent,
  wholePercent,
  zeroPercent,
} from '#domain/money.ts'
import { plainPercent } from '#domain/parse-typed-money.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'

export interface LimitsDialogProps {
  limits: Exposure['limits']
  onClose: () => void
}

type Typed = Record<LimitedSpread, string>

export function LimitsDialog({ limits, onClose }: LimitsDialogProps) {
  const [typed, setTyped] = useState<Typed>(() => mapLimits((name) => shown(limits[name])))
  const [isChecked, setChecked] = useState(false)
  const errors = isChecked ? errorsOf(typed) : {}
  const save = useAction({
    act: () =>
      call('setExposureLimits', {
        body: mapLimits((name) => plainPercent(typed[name])),
      }),
    done: () => ({ title: 'Limits saved' }),
    failed: 'Failed to save the limits',
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Concentration Limits"
      description="The largest share of all binding amounts. Beyond it, a bar is amber. No commitment is refused."
      size="s"
      busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (Object.keys(errorsOf(typed)).length === 0) save.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {limitedSpreads.map((name) => (
          <Field key={name} label={labels[name]} error={errors[name]}>
            <Input
              inputMode="decimal"
              maxLength={12}
              placeholder="No limit"
              value={typed[name]}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          </Field>
        ))}
      </div>
    </Dialog>
  )
}

const labels: Record<LimitedSpread, string> = {
  lender: 'One lender (%)',
  state: 'One state (%)',
  propertyType: 'One property type (%)',
}

const mapLimits = <Value,>(valueOf: (name: LimitedSpread) => Value) =>
  ({
    lender: valueOf('lender'),
    state: valueOf('state'),
    propertyType: valueOf('propertyType'),
  }) satisfies Record<LimitedSpread, Value>

const shown = (limit: Exposure['limits'][LimitedSpread]) =>
  limit === null ? '' : formatShare(limit).replace('%', '')

function errorsOf(typed: Typed): Partial<Typed> {
  const wrong = limitedSpreads.filter((name) => typed[name].trim() && !isLimit(typed[name]))
  return Object.fromEntries(
    wrong.map((name) => [name, 'Enter a number above 0 and up to 100, with at most two decimals.']),
  )
}

function isLimit(text: string): boolean {
  const share = parsePercent(plainPercent(text) ?? '')
  return (
    share !== null &&
    compareFigures(share, zeroPercent) > 0 &&
    compareFigures(share, wholePercent(100)) <= 0
  )
}
