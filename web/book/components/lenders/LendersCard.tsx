import type { LoanLender, LoanLenders } from '#contract/book/lenders.ts'
import type { BookTotals } from '#contract/book/shapes.ts'
import type { LenderStage } from '#domain/book/syndicate/stages.ts'
import { isAboveZero, subtractMoney, sumMoney, zeroMoney, zeroPercent } from '#domain/money.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { errorMessage } from '#web/api/client.ts'
import { HeldLines, type Held } from '#web/book/components/holdings/HeldLines.tsx'
import type { Loan } from '#contract/loans/shapes.ts'
import { deadlineSentence } from '#domain/loans/dates/deadlines.ts'
import {
  firmUpText,
  notifyText,
  remindText,
  unreadText,
} from '#web/messages/components/suggested-texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Cell, HeaderCell, Table, TableBody, TableCard, TableHead } from '#web/ui/display/Table.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { LenderRow } from './LenderRow.tsx'
import { LendersHead } from './LendersHead.tsx'
import { matchesFilter, printLenderFilter, readLenderFilter, type LenderFilter } from './stages.ts'

export interface Writing {
  recipients: Pick<LoanLender, 'lenderId' | 'lenderName'>[]
  suggested: string
}

export interface LendersCardProps {
  book: BookTotals
  lenders: UseQueryResult<LoanLenders>
  onWrite: (writing: Writing) => void
}

/**
 * Lists every approved lender and everyone who holds a share of the loan. The lenders to contact first are at the top.
 */
export function LendersCard({ book, lenders, onWrite }: LendersCardProps) {
  if (!lenders.data)
    return (
      <ErrorCard
        title="The lenders couldn't be loaded"
        message={errorMessage(lenders.error, "The lenders couldn't be loaded.")}
        busy={lenders.isFetching}
        onRetry={() => void lenders.refetch()}
      />
    )
  if (lenders.data.lenders.length === 0) return <NoLenders />
  return <Filled book={book} onWrite={onWrite} {...lenders.data} />
}

const NoLenders = () => (
  <Card>
    <EmptyState
      title="No lenders yet"
      text="Approved lenders appear here, with how far each one has come on this loan."
    />
  </Card>
)

function Filled({
  book,
  onWrite,
  lenders,
  documents,
}: Pick<LendersCardProps, 'book' | 'onWrite'> & LoanLenders) {
  const { loan, totals } = book
  const heading = useArrival()
  const { filter, setFilter } = useLenderFilter(documents)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = lenders.filter((lender) => matchesFilter(lender, filter))
  // Drafts don't accept messages.
  const reachable = shown.filter(
    ({ isReachable }) => isReachable === 'true' && loan.isDraft !== 'true',
  )
  const selected = reachable.filter(({ lenderId }) => chosen.has(lenderId))
  const recipients = selected.length > 0 ? selected : reachable
  const unread = documents.find(({ id }) => id === filter.unread)
  const writeTo = (people: LoanLender[]) =>
    onWrite({ recipients: people, suggested: suggestText(people, loan, unread) })
  const choose = (people: LoanLender[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const { lenderId } of people) {
        if (isChosen) next.add(lenderId)
        else next.delete(lenderId)
      }
      return next
    })
  return (
    <TableCard>
      <CardHeader
        className="pb-4 print:break-after-avoid"
        action={
          loan.isDraft !== 'true' && (
            <Button
              variant="outline"
              className="print:hidden"
              disabled={recipients.length === 0}
              onClick={() => writeTo(recipients)}
            >
              Write to {recipients.length} {recipients.length === 1 ? 'Lender' : 'Lenders'}
            </Button>
          )
        }
      >
        <CardTitle id="lenders" ref={heading} tabIndex={-1} className="scroll-mt-18 outline-none">
          Lenders
        </CardTitle>
        <CardDescription className="print:hidden">
          Unanswered questions come first, then soft interest. Lenders never see one another.
        </CardDescription>
      </CardHeader>
      <LendersHead
        loanTitle={loan.title}
        lenders={lenders}
        documents={documents}
        filter={filter}
        onFilter={setFilter}
      />
      <Table label="Lenders" className="border-t">
        <TableHead>
          <HeaderCell className="w-0 pr-0 @max-lg:pl-1 print:hidden">
            <label className="flex size-5 items-center justify-center max-md:size-11">
              <span className="sr-only">Select all shown lenders</span>
              <input
                type="checkbox"
                disabled={reachable.length === 0}
                checked={reachable.length > 0 && selected.length === reachable.length}
                ref={(box) => {
                  if (box)
                    box.indeterminate = selected.length > 0 && selected.length < reachable.length
                }}
                onChange={({ target }) => choose(reachable, target.checked)}
                className="size-4 max-md:size-5"
              />
            </label>
          </HeaderCell>
          <HeaderCell>Lender</HeaderCell>
          <HeaderCell className="@max-3xl:hidden print:table-cell">Stage</HeaderCell>
          <HeaderCell className="@max-3xl:hidden print:table-cell">Last Sign</HeaderCell>
          <HeaderCell numeric className="@max-3xl:hidden print:table-cell">
            Share and Amount
          </HeaderCell>
          <HeaderCell numeric className="print:hidden">
            Next
          </HeaderCell>
        </TableHead>
        <TableBody>
          {lenders.map((lender) => {
            const canBeChosen = reachable.includes(lender)
            return (
              <LenderRow
                key={lender.lenderId}
                loan={loan}
                lender={lender}
                documents={documents.length}
                isShown={shown.includes(lender)}
                isChosen={canBeChosen ? chosen.has(lender.lenderId) : null}
                onChoose={(isChosen) => choose([lender], isChosen)}
                onWrite={() => writeTo([lender])}
              />
            )
          })}
        </TableBody>
        <tfoot>
          {isAboveZero(loan.holdPercentage) && (
            <FootRow
              name="Originator's hold"
              held={holdIn(book, lenders)}
              className="font-medium"
            />
          )}
          <FootRow name="Total" held={totals} className="font-semibold" />
        </tfoot>
      </Table>
      {shown.length === 0 && (
        <CardContent className="border-t text-muted-foreground print:hidden">
          No lender matches this filter.
        </CardContent>
      )}
    </TableCard>
  )
}

interface FootRowProps {
  name: string
  held: Held
  className: string
}

const FootRow = ({ name, held, className }: FootRowProps) => (
  <tr className={cx('[&>*]:border-t [&>*]:border-b-0', className)}>
    <Cell className="w-0 print:hidden" />
    <th scope="row" className="h-12 px-3.5 py-2 text-left print:pl-4.5">
      {name}
      <span className="block text-xs font-normal @3xl:hidden print:hidden">
        <HeldLines held={held} />
      </span>
    </th>
    <Cell className="@max-3xl:hidden print:table-cell" />
    <Cell className="@max-3xl:hidden print:table-cell" />
    <Cell numeric className="@max-3xl:hidden print:table-cell">
      <HeldLines held={held} />
    </Cell>
    <Cell className="print:hidden" />
  </tr>
)

/** The list has every holder, so the hold is the rest of the binding amount. */
const holdIn = ({ loan, totals }: BookTotals, lenders: readonly LoanLender[]): Held => ({
  bindingPercentage: loan.holdPercentage,
  bindingAmount: subtractMoney(
    totals.bindingAmount,
    sumMoney(lenders.map(({ bindingAmount }) => bindingAmount)),
  ),
  softPercentage: zeroPercent,
  softAmount: zeroMoney,
})

function suggestText(
  people: readonly LoanLender[],
  loan: Pick<Loan, 'title' | 'status' | 'commitmentDeadline'>,
  unread: { filename: string } | undefined,
): string {
  if (unread) return unreadText(nameBesideLoan(unread.filename, loan.title))
  const areAll = (stage: LenderStage) => people.every((lender) => lender.stage === stage)
  const text = areAll('soft') ? firmUpText : areAll('notNotified') ? notifyText : remindText
  return text(loan.title, deadlineSentence(loan))
}

/** Reads the filter from the URL, and ignores a document that no longer exists. */
function useLenderFilter(documents: LoanLenders['documents']) {
  const [pathname, navigate] = useLocation()
  const { stage, unread } = readLenderFilter(useSearch())
  const filter: LenderFilter = {
    stage,
    unread: documents.some(({ id }) => id === unread) ? unread : null,
  }
  function setFilter(next: LenderFilter) {
    const query = printLenderFilter(next)
    navigate(query ? `${pathname}?${query}` : pathname, { replace: true })
  }
  return { filter, setFilter }
}

function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useHashArrival('lenders', () => {
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
    return true
  })
  return heading
}
