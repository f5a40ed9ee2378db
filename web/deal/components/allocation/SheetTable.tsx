import type { HolderNames } from '#domain/book/deal/holder-names.ts'
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
import { Change, SheetRow } from './SheetRow.tsx'
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

export function SheetTable(props: SheetTableProps) {
  const { facts, names, input, result, comparison, isReadOnly, onChoose } = props
  const { deal, allocation, messages } = result
  const { shares } = comparison
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
          <HeaderCell className="w-[26%]">Lender</HeaderCell>
          <Head>Bound</Head>
          <Head>Asks</Head>
          <Head>Tier</Head>
          <Head className="w-22">Pinned (%)</Head>
          <Head className="w-22">By hand (%)</Head>
          <Head className="w-[26%]">Allocated</Head>
          <Head>Compared</Head>
        </TableHead>
        <tbody className="@max-4xl:block">
          {facts.lenders.map((lender) => (
            <SheetRow
              key={lender.firmId}
              names={names.get(lender.firmId) ?? unknown}
              lender={lender}
              input={input}
              messages={messages}
              rule={rule}
              allocated={allocated.get(lender.firmId) ?? null}
              compared={compared.get(lender.firmId) ?? null}
              change={changes?.get(lender.firmId) ?? null}
              explanation={explained?.get(lender.firmId) ?? []}
              isReadOnly={isReadOnly}
              onChoose={onChoose}
            />
          ))}
        </tbody>
        <SheetFoot {...props} />
      </table>
    </div>
  )
}

const unknown: HolderNames = { lenderName: 'Unknown lender', companyName: null }

const Head = ({ className, children }: { className?: string; children: ReactNode }) => (
  <HeaderCell numeric className={cx('px-2! last:pr-4.5!', className)}>
    {children}
  </HeaderCell>
)

/** The totals of the lenders, the share that stays with the originator, and the whole loan. */
function SheetFoot({ facts, result: { allocation }, comparison: { shares } }: SheetTableProps) {
  const sums = (lenders: readonly { share: string }[] | undefined) =>
    lenders && sumPercent(lenders.map(({ share }) => parsePercent(share) ?? wholePercent(0)))
  const requests = facts.lenders.filter(({ asks, bound }) => asks > bound)
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
      share: allocation ? wholePercent(100) : undefined,
      amount: facts.loanAmount,
      other: undefined,
    },
  ]
  return (
    <tfoot className="bg-muted/55 font-medium @max-4xl:block [&>tr:last-child>*]:border-b-0">
      {rows.map(({ name, bound, asks, share, amount, other }) => (
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
          </SheetCell>
          <SheetCell isNumeric className="@max-4xl:hidden">
            {other ? formatShare(other) : ''}
            {share && other && <Change change={subtractPercent(share, other)} />}
          </SheetCell>
        </tr>
      ))}
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
