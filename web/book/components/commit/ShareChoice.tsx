import { takesCommitments } from '#domain/loans/permissions.ts'
import { formatCents } from '#domain/money.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input, NumberInput } from '#web/ui/fields/Input.tsx'
import { Slider } from '#web/ui/fields/Slider.tsx'
import { useRef } from 'react'
import type { ChosenShare } from './use-share-choice.ts'

export interface ShareChoiceProps {
  choice: ChosenShare
  busy: boolean
  isSoft: boolean
}

/** The share's amount isn't shown here, because the text above the buttons includes it. */
export function ShareChoice({ choice, busy, isSoft }: ShareChoiceProps) {
  const { range, chosen, share, choose } = choice
  // If no share has the typed amount, no percentage is selected.
  const isOpen = chosen === null || choice.unsettled !== null
  const amount = formatCents(choice.amount)
  return (
    <div className="grid gap-3">
      <div className="grid gap-x-4 gap-y-3 md:grid-cols-2">
        <Field
          label="Commitment Percentage (%)"
          hint={
            <span aria-live="polite" className="wrap-anywhere">
              {shareNotice(choice) ?? (
                <span className={hintClass}>
                  A whole number from {range.least} to {range.most}.
                </span>
              )}
            </span>
          }
        >
          <NumberInput
            min={0}
            max={range.most}
            step={1}
            value={isOpen ? '' : share}
            onChange={({ target }) => choice.typeShare(target.value)}
          />
        </Field>
        <AmountField choice={choice} />
      </div>
      <Slider
        aria-label="Commitment percentage"
        value={isOpen ? 0 : share}
        look={isSoft ? 'hatch' : 'solid'}
        onValueChange={choose}
        max={range.most}
        disabled={busy || range.most === 0}
        valueText={isOpen ? 'No percentage' : `${share} percent, ${amount}`}
      />
    </div>
  )
}

function AmountField({ choice }: { choice: ChosenShare }) {
  const { amount, typed, offered } = choice
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Field
        label="Amount"
        hint={<span className={hintClass}>Or type an amount, like {choice.example}.</span>}
      >
        <Input
          ref={input}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          value={typed ?? formatCents(amount)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => choice.typeAmount(target.value)}
          onBlur={choice.leaveAmount}
        />
      </Field>
      {offered.length > 0 && (
        <div
          role="group"
          aria-label="Nearest shares"
          ref={scrollToView}
          className="flex scroll-mb-3 flex-wrap gap-2 md:col-span-2 md:justify-end"
        >
          {offered.map((near) => (
            <Button
              key={near.share}
              size="s"
              variant="outline"
              onClick={() => {
                // The focused button is about to be removed, so focus must move elsewhere.
                input.current?.focus()
                choice.choose(near.share)
              }}
            >
              {near.share}% = {formatCents(near.amount)}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** On phones, the footer would cover content that appears below the field, so this content is scrolled into view. */
const scrollToView = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' })

/** On phones, hints are only for screen readers, so that the slider is on the first screen. */
const hintClass = 'max-sm:sr-only'

function shareNotice({ loan, chosen, share, available, range, cut }: ChosenShare): string | null {
  if (!takesCommitments(loan)) return 'This loan takes no more commitments.'
  if (chosen !== null && chosen > available)
    return `Only ${available}% is left now; your ${chosen}% became ${share}%.`
  const { least, most } = range
  if (least > most) return 'You hold the most that one lender can hold.'
  return cut
}
