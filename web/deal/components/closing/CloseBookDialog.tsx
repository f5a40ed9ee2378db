import type { BookHolder } from '#contract/book/shapes.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { maxDaysFromToday } from '#domain/book/deal/closing/register.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { formatMoment } from '#domain/days.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { isPastDeadline } from '#domain/loans/dates/book-stages.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatExactRate,
  formatPart,
  formatShare,
  isAboveZero,
  sumMoney,
  sumPercent,
} from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { ApiError, call, endpointPages, endpointQuery } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { toLocalDay } from '#web/time/timestamps.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import {
  describeClosing,
  describeLapses,
  describeMissing,
  holdAfterClosing,
  namesOf,
  obstacleToClose,
  type ClosingBook,
} from './describe-closing.ts'

interface CloseBookDialogProps {
  deal: Deal
  book: ClosingBook
  onClose: () => void
}

/** Closes a book, after showing who will hold what. */
export function CloseBookDialog({ deal, book, onClose }: CloseBookDialogProps) {
  const { loan, settings, totals, bookVersion } = deal
  const { commitmentDeadline } = loan
  const client = useQueryClient()
  const [now] = useState(() => new Date())
  const [shownVersion] = useState(bookVersion)
  const [effectiveDate, setEffectiveDate] = useState(() => proposedDay(settings.closingDate, now))
  const [wantsRest, setWantsRest] = useState(false)
  const missing = describeMissing(deal, book.soft)
  const retainsRest = wantsRest && missing !== null
  const closing = useAction({
    async act() {
      const params = { id: loan.id }
      const rest = retainsRest && { retainRest: 'true' as const }
      try {
        return await call('closeBook', { params, body: { bookVersion, effectiveDate, ...rest } })
      } catch (error) {
        // A refusal usually means that the displayed book is outdated.
        void client.invalidateQueries({ queryKey: endpointQuery('getDeal', { params }).queryKey })
        void client.invalidateQueries({
          queryKey: endpointPages('listBookHolders', { limit: '200' }, params).queryKey,
        })
        throw error
      }
    },
    done: ({ entries }) => ({
      title: 'Book closed',
      description: `The register has ${countLenders(entries.filter(({ isHold }) => isHold === 'false').length)}. Their certificates are ready.`,
    }),
    failed,
    onDone: onClose,
  })
  const isBusy = closing.isPending
  const fields = closing.error instanceof ApiError ? closing.error.fields : {}
  const obstacle = isBusy
    ? null
    : (obstacleToClose(deal) ??
      (missing !== null && !retainsRest ? <PlaceFirst missing={missing} loanId={loan.id} /> : null))
  const early =
    commitmentDeadline !== null &&
    !isPastDeadline(loan, now) &&
    `You close before the commitment deadline, ${formatMoment(commitmentDeadline)}.`
  const hold = holdAfterClosing(deal, retainsRest)
  return (
    <MoneyDialog
      title="Close the Book"
      // The register fixes these terms.
      description={`${loan.title} · ${formatCents(loan.amount)} · ${formatExactRate(exactRate(loan))} · ${formatTerm(loan.term)}`}
      notice={
        <>
          {!isBusy && shownVersion !== bookVersion && (
            <p>The book has changed since you opened this. Check the list again.</p>
          )}
          {obstacle ? (
            <Effect lines={4}>
              {obstacle} {early}
            </Effect>
          ) : (
            <Effect
              lead={describeClosing(deal, book.bound.length, { effectiveDate, retainsRest })}
              lines={4}
            >
              {early} {describeLapses(book.soft, totals)} Each lender in the register is notified,
              and nobody can commit any more.
            </Effect>
          )}
        </>
      }
      confirmLabel="Close the Book"
      busy={isBusy}
      disabled={obstacle !== null || effectiveDate === ''}
      onConfirm={() => closing.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <Field
          label="Effective day"
          hint={`Shares count from then. Within ${maxDaysFromToday} days of today.`}
          error={fields['effectiveDate']}
        >
          <Input
            type="date"
            min={dayFrom(now, -maxDaysFromToday)}
            max={dayFrom(now, maxDaysFromToday)}
            value={effectiveDate}
            readOnly={isBusy}
            onChange={({ target }) => setEffectiveDate(target.value)}
          />
        </Field>
        {missing !== null && (
          <Checkbox
            label={`Keep the rest yourself: ${formatPart(totals.availablePercentage, totals.availableAmount)}`}
            hint={
              isAboveZero(totals.holdPercentage) &&
              `Your hold becomes ${formatPart(...partOf(holdAfterClosing(deal, true)))}.`
            }
            checked={wantsRest}
            disabled={isBusy}
            onChange={({ target }) => setWantsRest(target.checked)}
          />
        )}
        <LapsingShares soft={book.soft} />
        {loan.status !== 'funded' && (
          <p className="text-[0.8125rem] text-pretty text-muted-foreground">
            You can reopen the book, with a reason, as long as no money is recorded.
          </p>
        )}
        <RegisterPreview bound={book.bound} hold={hold} />
        {closing.error && !isBusy && !fields['effectiveDate'] && (
          <p role="alert" className="font-medium text-destructive">
            {withReason(failed, closing.error)}
          </p>
        )}
      </div>
    </MoneyDialog>
  )
}

const failed = "The book wasn't closed."

type Part = ReturnType<typeof holdAfterClosing>
const partOf = ({ percentage, amount }: Part) => [percentage, amount] as const

/** Says what is left, and leads to the lenders that could take it. */
const PlaceFirst = ({ missing, loanId }: { missing: string; loanId: string }) => (
  <>
    {missing} Keep the rest yourself, or{' '}
    <Link href={`${paths.book(loanId)}#lenders`} className="underline underline-offset-4">
      place it first
    </Link>
    .
  </>
)

/** The lines of the future register. */
function RegisterPreview({ bound, hold }: { bound: BookHolder[]; hold: Part }) {
  const total = {
    percentage: sumPercent([hold.percentage, ...bound.map((each) => each.bindingPercentage)]),
    amount: sumMoney([hold.amount, ...bound.map((each) => each.bindingAmount)]),
  }
  return (
    <table className="w-full rounded-lg bg-secondary text-secondary-foreground">
      <caption className="pb-1 text-left font-medium text-foreground">The register</caption>
      <tbody>
        {bound.map((holder) => (
          <HolderRow
            key={holder.firmId}
            name={mainName(namesOf(holder))}
            part={{ percentage: holder.bindingPercentage, amount: holder.bindingAmount }}
          />
        ))}
        {isAboveZero(hold.percentage) && <HolderRow name="You keep" part={hold} />}
      </tbody>
      <tfoot className="border-t">
        <HolderRow name="Total" part={total} />
      </tfoot>
    </table>
  )
}

const LapsingShares = ({ soft }: { soft: BookHolder[] }) =>
  soft.length > 0 && (
    <div>
      <h3 className="font-medium">Soft shares that lapse</h3>
      <ul className="mt-1 divide-y rounded-lg border">
        {soft.map((holder) => (
          <li key={holder.firmId} className="flex flex-wrap justify-between gap-x-3 px-3 py-1.5">
            <span className="wrap-anywhere">{mainName(namesOf(holder))}</span>
            <span className="whitespace-nowrap">
              {formatPart(holder.softPercentage, holder.softAmount)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )

const HolderRow = ({ name, part: { percentage, amount } }: { name: string; part: Part }) => (
  <tr className="[&>*]:px-3 [&>*]:py-1.5">
    <th scope="row" className="pr-0! text-left font-normal wrap-anywhere">
      {name}
    </th>
    <td className="text-right font-medium max-sm:hidden">{formatShare(percentage)}</td>
    <td className="text-right font-medium whitespace-nowrap">
      {formatCents(amount)}
      <span className="block text-xs font-normal text-muted-foreground sm:hidden">
        {formatShare(percentage)}
      </span>
    </td>
  </tr>
)

/** The planned closing if it is near enough, or else today. */
function proposedDay(planned: string | null, now: Date): string {
  const isNear =
    planned !== null &&
    planned >= dayFrom(now, -maxDaysFromToday) &&
    planned <= dayFrom(now, maxDaysFromToday)
  return isNear ? planned : toLocalDay(now)
}

const dayFrom = (now: Date, days: number) => toLocalDay(new Date(now.getTime() + days * 86_400_000))
