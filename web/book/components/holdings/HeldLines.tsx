import type { BookHolder } from '#contract/book/shapes.ts'
import { Cell, Dash, HeaderCell } from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
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

/** The columns of `HeldCells`. A narrow table joins both in one. */
export const HeldHeaders = () => (
  <>
    <HeaderCell numeric className="@max-xl:hidden">
      Binding
    </HeaderCell>
    {/* This is the last visible column if the next column is hidden. */}
    <HeaderCell numeric className="pr-4.5 @max-xl:hidden">
      Soft
    </HeaderCell>
    <HeaderCell numeric className="@xl:hidden">
      Binding and Soft
    </HeaderCell>
  </>
)

export const HeldCells = ({ held }: { held: Held }) => (
  <>
    <ShareCell share={held.bindingPercentage} amount={held.bindingAmount} />
    <ShareCell share={held.softPercentage} amount={held.softAmount} isLast />
    <Cell numeric className="@xl:hidden">
      <HeldLines held={held} />
    </Cell>
  </>
)

interface ShareCellProps {
  share: Percent
  amount: Money
  isLast?: boolean
}

const ShareCell = ({ share, amount, isLast = false }: ShareCellProps) => (
  <Cell numeric className={cx('@max-xl:hidden', isLast && 'pr-4.5')}>
    {isAboveZero(share) ? (
      <>
        {formatShare(share)}
        <span className="block text-xs text-muted-foreground">{formatCents(amount)}</span>
      </>
    ) : (
      <Dash label="None" />
    )}
  </Cell>
)
