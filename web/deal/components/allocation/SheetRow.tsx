import type { AllocatedLender } from '#domain/deal/allocation.ts'
import { shareOf } from '#domain/deal/units.ts'
import { mainName, personBehind, type HolderNames } from '#domain/book/deal/holder-names.ts'
import type { Lender } from '#domain/deal/lenders.ts'
import {
  compareFigures,
  formatCents,
  formatShare,
  isAboveZero,
  zeroPercent,
  type Percent,
} from '#domain/money.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dash } from '#web/ui/display/Table.tsx'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { ChoiceField } from './ChoiceField.tsx'
import { formatChangedShare } from './comparison.ts'
import { describeHow, type Rule } from './order-labels.ts'
import { RowDetails } from './RowDetails.tsx'
import { SheetCell } from './SheetCell.tsx'
import { TierField } from './TierField.tsx'
import { noChoice, type ChoiceInput, type SheetInput, type SheetMessages } from './sheet-input.ts'

interface SheetRowProps {
  names: HolderNames
  lender: Lender
  input: SheetInput
  messages: SheetMessages
  rule: Rule
  /** Null as long as a field is refused. */
  allocated: AllocatedLender | null
  compared: Percent | null
  change: Percent | null
  /** The label of the allocation that this one is compared with. */
  against: string
  explanation: readonly string[]
  isReadOnly: boolean
  onChoose: (firmId: string, change: Partial<ChoiceInput>) => void
}

/** True if the lender asks for more than it is bound to. */
export const hasRequest = ({ asks, bound }: Pick<Lender, 'asks' | 'bound'>) => asks > bound

/** A lender with a request. */
export function SheetRow(props: SheetRowProps) {
  const { names, lender, input, messages, rule, allocated, compared, change, against, isReadOnly } =
    props
  const name = mainName(names)
  const { firmId, since } = lender
  const choice = input.choices[firmId] ?? noChoice
  const choose = (chosen: Partial<ChoiceInput>) => props.onChoose(firmId, chosen)
  /** Null until the user opens or closes the row. */
  const [opened, setOpened] = useState<boolean | null>(null)
  const [bound, asks] = [shareOf(lender.bound), shareOf(lender.asks)]
  const isByHand = choice.fixed !== ''
  const isRefused = Object.keys(messages).some((field) => field.startsWith(firmId))
  // A share set by hand needs a reason, so its row opens by itself.
  const isOpen = isRefused || (opened ?? isByHand)
  const errorId = useId()
  const refusals = [
    { id: `${errorId}-pinned`, name: 'Pinned', message: messages[`${firmId} pinned`] },
    { id: `${errorId}-fixed`, name: 'By hand', message: messages[`${firmId} fixed`] },
  ]
  const [pinnedError, fixedError] = refusals.map(({ id, message }) => message && id)
  const how = allocated && describeHow(allocated, rule)
  const { maxShare } = rule
  /** A narrow sheet shows these cells once the row is open. */
  const detail = isOpen ? '@max-4xl:order-3' : '@max-4xl:hidden'
  return (
    <>
      <tr
        className={cx(
          'hover:bg-muted/55 @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] @max-4xl:gap-x-3 @max-4xl:gap-y-2.5 @max-4xl:border-b @max-4xl:px-4.5 @max-4xl:py-2.5',
          isOpen && '@4xl:[&>td]:border-b-0 @max-4xl:border-b-0',
        )}
      >
        <SheetCell className="wrap-anywhere @max-4xl:order-1 @max-4xl:col-span-2">
          <div className="flex items-start gap-1 max-md:gap-0">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`How ${name} came to this share`}
              onClick={() => setOpened(!isOpen)}
              className="-ml-2 grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground max-md:-ml-3.5 max-md:size-11 print:hidden"
            >
              <ChevronRight
                aria-hidden="true"
                className={cx('size-4 transition-transform', isOpen && 'rotate-90')}
              />
            </button>
            <div className="min-w-0">
              <span className={cx('block font-medium', !isOpen && '@max-4xl:line-clamp-2')}>
                {name}
              </span>
              <span
                className={cx(
                  'text-xs text-muted-foreground',
                  isOpen ? 'block' : '@max-4xl:hidden',
                )}
              >
                {[personBehind(names), since && `since ${formatTimestamp(since)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {!isOpen && (
                <span className="block text-xs text-muted-foreground @4xl:hidden">
                  {[`asks ${formatShare(asks)}`, how].filter(Boolean).join(' · ')}
                </span>
              )}
            </div>
          </div>
        </SheetCell>
        <SheetCell name="Bound" isNumeric className={detail}>
          {isAboveZero(bound) ? formatShare(bound) : <Dash label="Not bound" />}
        </SheetCell>
        <SheetCell name="Asks" isNumeric className={detail}>
          {formatShare(asks)}
          {maxShare !== null && compareFigures(asks, maxShare) > 0 && (
            <span className="block text-xs font-medium text-warning">
              above {formatShare(maxShare)}
            </span>
          )}
        </SheetCell>
        <SheetCell name="Tier" isNumeric className={detail}>
          <TierField
            lenderName={name}
            order={input.order}
            typed={choice.tier}
            tier={allocated?.tier ?? null}
            isReadOnly={isReadOnly || isByHand}
            onChange={(tier) => choose({ tier })}
          />
        </SheetCell>
        <SheetCell name="Pinned (%), at least" className={detail}>
          <ChoiceField
            label={`Pinned share of ${name} (%)`}
            value={choice.pinned}
            errorId={pinnedError}
            isReadOnly={isReadOnly}
            onChange={(pinned) => choose({ pinned })}
          />
        </SheetCell>
        <SheetCell name="By hand (%), with reason" className={detail}>
          <ChoiceField
            label={`Share of ${name} set by hand (%)`}
            value={choice.fixed}
            errorId={fixedError}
            isReadOnly={isReadOnly}
            onChange={(fixed) => choose({ fixed })}
          />
        </SheetCell>
        <SheetCell isNumeric className="@max-4xl:order-2 @max-4xl:text-right">
          {allocated ? (
            <>
              <span className="font-semibold">
                {isAboveZero(allocated.share) ? (
                  formatShare(allocated.share)
                ) : (
                  <Badge tone="warning">No Share</Badge>
                )}
              </span>
              <span className="block text-xs text-muted-foreground">
                {isAboveZero(allocated.share) && formatCents(allocated.amount)}
                <span className="@max-4xl:hidden">
                  {isAboveZero(allocated.share) && ' · '}
                  {how}
                </span>
              </span>
            </>
          ) : (
            <Dash label="Not computed" />
          )}
          {!isOpen && change !== null && compareFigures(change, zeroPercent) !== 0 && (
            <span className="@4xl:hidden">
              <Change change={change} />
            </span>
          )}
        </SheetCell>
        <SheetCell name={`Against ${against}`} isNumeric className={detail}>
          {compared ? formatShare(compared) : <Dash label="No share" />}
          <Change change={change} />
        </SheetCell>
      </tr>
      {isOpen && (
        <RowDetails
          name={name}
          refusals={refusals}
          explanation={allocated && props.explanation}
          reason={isByHand ? choice.reason : null}
          message={messages[`${firmId} reason`]}
          isReadOnly={isReadOnly}
          onReason={(reason) => choose({ reason })}
        />
      )}
    </>
  )
}

export function Change({ change }: { change: Percent | null }) {
  if (change === null) return null
  const order = compareFigures(change, zeroPercent)
  return (
    <span
      className={cx(
        'block text-xs font-medium',
        order > 0 ? 'text-success' : order < 0 ? 'text-destructive' : 'text-muted-foreground',
      )}
    >
      {order === 0 ? 'same' : formatChangedShare(change)}
    </span>
  )
}
