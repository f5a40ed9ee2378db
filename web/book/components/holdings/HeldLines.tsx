import type { BookHolder } from '#contract/book/shapes.ts'
import { formatCents, formatShare, isAboveZero, type Money, type Percent } from '#domain/money.ts'

export type Held = Pick<
  BookHolder,
  'bindingPercentage' | 'bindingAmount' | 'softPercentage' | 'softAmount'
>

export const HeldLines = ({ held }: { held: Held }) => (
  <>
    {isAboveZero(held.bindingPercentage) && (
      <span className="block">{inOneLine(held.bindingPercentage, held.bindingAmount)}</span>
    )}
    {isAboveZero(held.softPercentage) && (
      <span className="block text-xs font-normal text-muted-foreground">
        {inOneLine(held.softPercentage, held.softAmount)} soft
      </span>
    )}
  </>
)

const inOneLine = (share: Percent, amount: Money) =>
  `${formatShare(share)} · ${formatCents(amount)}`
