import { mainName, type HolderNames } from '#domain/book/deal/holder-names.ts'
import { explainAllocation, type AllocationFacts } from '#domain/deal/explanation.ts'
import type { Allocation, AllocationInput } from '#domain/deal/allocation.ts'
import { shareOf, sumOf } from '#domain/deal/units.ts'
import {
  formatCents,
  formatShare,
  parsePercent,
  subtractPercent,
  sumMoney,
  sumPercent,
  wholePercent,
} from '#domain/money.ts'
import { HeaderCell, TableHead } from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ReactNode } from 'react'
import { changesOf } from './comparison.ts'
import { Change, hasRequest, SheetRow } from './SheetRow.tsx'
import { SheetCell } from './SheetCell.tsx'
import type { ChoiceInput, SheetFacts, SheetInput, SheetResult } from './sheet-input.ts'
import type { Comparison } from './use-comparison.ts'

interface SheetTableProps {
  facts: SheetFacts
  names: ReadonlyMap<string, HolderNames>
  input: SheetInput
  result: SheetResult
  comparison: Comparison
  isReadOnly: boolean
  onChoose: (firmId: string, change: Partial<ChoiceInput>) => void
}

/** The lenders with a request, and those without one in a line, because nothing is decided for them. */
export function SheetTable(props: SheetTableProps) {
  const { facts, names, input, result, comparison, isReadOnly, onChoose } = props
  const { deal, allocation, messages } = result
  const { shares, shortLabel } = comparison
  const asking = facts.lenders.filter(hasRequest)
  const bound = facts.lenders.filter((lender) => !hasRequest(lender))
  const nameOf = (firmId: string) => names.get(firmId) ?? unknown
  const allocated = new Map(allocation?.lenders.map((each) => [each.firmId, each]))
  const compared = new Map(shares?.lenders.map((each) => [each.firmId, each.share]))
  const changes = allocation && shares && changesOf(allocation, shares)
  const rule = {
    ...{ order: input.order, minShare: facts.minShare, maxShare: facts.maxShare },
    shareStep: deal?.shareStep ?? shareOf(1),
    lenders: allocation?.lenders ?? [],
  }
  const explained = deal && allocation && explanationsOf(deal, allocation, input)
  return (
    <div role="region" aria-label="Allocation of Each Lender" className="border-t">
      <table className="w-full border-separate border-spacing-0 text-[0.84375rem] @max-4xl:block">
        <TableHead className="@max-4xl:hidden">
          <HeaderCell className="w-[32%]">Lender</HeaderCell>
          <Head>Bound</Head>
          <Head>Asks</Head>
          <Head>Tier</Head>
          <Head className="w-24" note="at least">
            Pinned (%)
          </Head>
          <Head className="w-24" note="with a reason">
            By hand (%)
          </Head>
          <Head className="w-[22%]">Allocated</Head>
          <Head note={shortLabel}>Against</Head>
        </TableHead>
        <tbody className="@max-4xl:block">
          {asking.map((lender) => (
            <SheetRow
              key={lender.firmId}
              names={nameOf(lender.firmId)}
              lender={lender}
              input={input}
              messages={messages}
              rule={rule}
              allocated={allocated.get(lender.firmId) ?? null}
              compared={compared.get(lender.firmId) ?? null}
              change={changes?.get(lender.firmId) ?? null}
              against={shortLabel}
              explanation={explained?.get(lender.firmId) ?? []}
              isReadOnly={isReadOnly}
              onChoose={onChoose}
            />
          ))}
          {bound.length > 0 && (
            <tr className="@max-4xl:block @max-4xl:border-b">
              <td
                colSpan={8}
                className="px-4.5 py-2.5 text-pretty wrap-anywhere text-muted-foreground @4xl:border-b @max-4xl:block"
              >
                Bound, without a request:{' '}
                {bound
                  .map(
                    (each) =>
                      `${mainName(nameOf(each.firmId))} ${formatShare(shareOf(each.bound))}`,
                  )
                  .join(', ')}
              </td>
            </tr>
          )}
        </tbody>
        <SheetFoot {...props} />
      </table>
    </div>
  )
}

const unknown: HolderNames = { lenderName: 'Unknown lender', companyName: null }

interface HeadProps {
  note?: string
  className?: string
  children: ReactNode
}

const Head = ({ note, className, children }: HeadProps) => (
  <HeaderCell numeric className={cx('px-2! last:pr-4.5!', note && 'py-1', className)}>
    {children}
    {note && <span className="block font-normal">{note}</span>}
  </HeaderCell>
)

/** The totals of the lenders, the share that stays with the originator, and the whole loan. */
function SheetFoot({ facts, result: { allocation }, comparison: { shares } }: SheetTableProps) {
  const sums = (lenders: readonly { share: string }[] | undefined) =>
    lenders && sumPercent(lenders.map(({ share }) => parsePercent(share) ?? wholePercent(0)))
  const requests = facts.lenders.filter(hasRequest)
  const rows = [
    {
      name: 'Lenders',
      bound: formatShare(shareOf(sumOf(facts.lenders, ({ bound }) => bound))),
      asks: formatShare(shareOf(sumOf(requests, ({ asks }) => asks))),
      share: sums(allocation?.lenders),
      amount: allocation && sumMoney(allocation.lenders.map(({ amount }) => amount)),
      other: sums(shares?.lenders),
    },
    {
      name: 'Originator keeps',
      bound: '',
      asks: '',
      share: allocation?.hold.share,
      amount: allocation?.hold.amount,
      other: shares?.hold.share,
    },
    {
      name: 'Loan',
      bound: '',
      asks: '',
      share: wholePercent(100),
      amount: facts.loanAmount,
      other: undefined,
    },
  ]
  return (
    <tfoot className="bg-muted/55 font-medium @max-4xl:block [&>tr:last-child>*]:border-b-0">
      {rows.map(({ name, bound, asks, share, amount, other }) => {
        const change = share && other && <Change change={subtractPercent(share, other)} />
        return (
          <tr
            key={name}
            className="@max-4xl:flex @max-4xl:flex-wrap @max-4xl:justify-between @max-4xl:gap-x-3 @max-4xl:px-4.5 @max-4xl:py-2"
          >
            <th
              scope="row"
              className="px-4.5 py-2 text-left align-top font-medium @4xl:border-b @max-4xl:p-0"
            >
              {name}
            </th>
            <SheetCell isNumeric className="@max-4xl:hidden">
              {bound}
            </SheetCell>
            <SheetCell isNumeric className="@max-4xl:hidden">
              {asks}
            </SheetCell>
            <SheetCell colSpan={3} className="@max-4xl:hidden">
              {null}
            </SheetCell>
            <SheetCell isNumeric className="@max-4xl:text-right">
              {share ? formatShare(share) : '–'}
              <span className="block text-xs font-normal text-muted-foreground">
                {amount ? formatCents(amount) : ''}
              </span>
              <span className="@4xl:hidden">{change}</span>
            </SheetCell>
            <SheetCell isNumeric className="@max-4xl:hidden">
              {other ? formatShare(other) : ''}
              {change}
            </SheetCell>
          </tr>
        )
      })}
    </tfoot>
  )
}

function explanationsOf(deal: AllocationInput, { lenders }: Allocation, { choices }: SheetInput) {
  const facts: AllocationFacts = { ...deal, lenders }
  return new Map(
    lenders.map((lender) => {
      const choice = deal.choices.get(lender.firmId)
      const reason = choices[lender.firmId]?.reason || null
      const explained = { ...lender, pinned: choice?.pinned ?? null, reason }
      return [lender.firmId, explainAllocation(facts, explained)]
    }),
  )
}
