import type { BookEntry } from '#contract/book/shapes.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import type { newTermsProposal } from '#contract/deal/terms.ts'
import { proposedDaysToAnswer, stakesIn, type Stake } from '#domain/book/deal/changed-terms.ts'
import { endOfBusinessIn, formatMoment } from '#domain/days.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { changedTerms, describeNewTerms, type FullTerms } from '#domain/loans/credit/terms.ts'
import {
  formatCents,
  formatPart,
  formatShare,
  isAboveZero,
  parseMoney,
  parseRate,
  roundRate,
  shareAmount,
  sumMoney,
  sumPercent,
  yearlyInterest,
  type Money,
} from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { Effect } from '#web/book/components/commit/MoneyDialog.tsx'
import { showRefusal } from '#web/deal/components/show-refusal.ts'
import { TimeToAnswer } from '#web/deal/components/TimeToAnswer.tsx'
import { showTerm } from './AnswersTable.tsx'
import { compareLoan } from './TermsTable.tsx'
import { BeforeAfter } from '#web/ui/display/BeforeAfter.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
import { Dash } from '#web/ui/display/Table.tsx'
import { NumberInput, Textarea } from '#web/ui/fields/Input.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { whenRefetched } from '#web/live/refetch.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'

type Sent = z.input<typeof newTermsProposal>

/** Proposes another amount, rate or term, with each bound lender's amount in both. */
export function ProposeTermsDialog({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const { loan } = deal
  const [defaultValues] = useState(() => ({
    amount: String(loan.amount),
    interestRate: String(parseRate(exactRate(loan)) ?? loan.interestRate),
    term: String(loan.term),
    reason: '',
    respondBy: endOfBusinessIn(proposedDaysToAnswer),
  }))
  const form = useForm({ defaultValues })
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState
  const isChanged = dirtyFields.amount ?? dirtyFields.interestRate ?? dirtyFields.term ?? false
  const typed = useWatch({ control: form.control })
  const proposed = termsOf({ ...defaultValues, ...typed }, loan)
  const changes = describeNewTerms(loan, proposed)
  const stakes = useStakes(loan.id, proposed)
  const { close, question } = useDiscardQuestion(() => isDirty, onClose, {
    title: 'Discard your proposal?',
    text: "You'll lose what you wrote.",
  })

  const save = form.handleSubmit(async (values) => {
    try {
      const { answers } = await call('proposeTerms', {
        params: { id: loan.id },
        body: sentOf(values, defaultValues),
      })
      await whenRefetched()
      toast({
        title: 'Terms proposed',
        description: `${countLenders(answers.length)} ${answers.length === 1 ? 'is' : 'are'} asked to confirm by ${formatMoment(values.respondBy)}.`,
      })
      onClose()
    } catch (error) {
      showRefusal(error, form)
    }
  })

  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Propose Other Terms"
        description={loan.title}
        size="l"
        busy={isSubmitting}
        onSubmit={(event) => void save(event)}
        footer={
          <>
            <div aria-live="polite" className="mb-1 min-w-full">
              <Effect lead={describeProposal(changes, stakes)} />
            </div>
            <Button variant="outline" disabled={isSubmitting} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={isSubmitting} disabled={!isChanged}>
              Propose Terms
            </Button>
          </>
        }
      >
        <div className="grid gap-4 md:grid-cols-2 md:gap-x-6">
          <div className="grid grid-cols-2 content-start gap-4">
            <Field
              label="Loan amount ($)"
              hint={`Now ${formatCents(loan.amount)}`}
              error={errors.amount?.message}
              className="col-span-2"
            >
              <NumberInput step={0.01} min={0} {...form.register('amount')} />
            </Field>
            <Field
              label="Interest rate (%)"
              hint={`Now ${defaultValues.interestRate}%`}
              error={errors.interestRate?.message}
            >
              <NumberInput step={0.001} min={0} {...form.register('interestRate')} />
            </Field>
            <Field label="Term (months)" hint={`Now ${loan.term}`} error={errors.term?.message}>
              <NumberInput step={1} min={1} max={1200} {...form.register('term')} />
            </Field>
          </div>
          <LoanAfter deal={deal} proposed={proposed} isChanged={changes !== ''} />
          <div className="grid content-start gap-4">
            <Field label="Reason" hint="Sent to the lenders." error={errors.reason?.message}>
              <Textarea rows={2} maxLength={textLimits.message} {...form.register('reason')} />
            </Field>
            <Controller
              control={form.control}
              name="respondBy"
              render={({ field }) => (
                <Field
                  label="Time to answer"
                  hint={<TimeToAnswer respondBy={field.value} deal={deal} />}
                  error={errors.respondBy?.message}
                >
                  <MomentInput {...field} />
                </Field>
              )}
            />
          </div>
          <div>
            <Stakes previous={loan} proposed={proposed} stakes={stakes} />
            <FieldError id="propose-refusal" message={errors.root?.message} />
          </div>
        </div>
      </Dialog>
    </>
  )
}

interface LoanAfterProps {
  deal: Deal
  proposed: FullTerms
  isChanged: boolean
}

/** The ratios that follow from the terms, and what becomes of those who aren't asked. */
function LoanAfter({ deal: { loan, totals }, proposed, isChanged }: LoanAfterProps) {
  const rows = compareLoan(loan, loan, proposed)
  return (
    <section aria-label="The loan in the proposed terms" className="grid content-start gap-2">
      {rows.length > 0 ? (
        <BeforeAfter caption="Ratios now and proposed" heading="Proposed" rows={rows} />
      ) : (
        <p className="text-pretty text-muted-foreground">
          {isChanged
            ? 'No ratio of the loan changes.'
            : 'Change a term to see LTV, DSCR, debt yield and maturity before and after.'}
        </p>
      )}
      <p className="text-[0.8125rem] text-pretty text-muted-foreground">
        {isAboveZero(totals.softPercentage) &&
          `Soft interest of ${formatShare(totals.softPercentage)} isn't asked: it follows once you apply the terms${isChanged && proposed.amount !== loan.amount ? `, as ${formatCents(shareAmount(proposed.amount, totals.softPercentage))}` : ''}, and its lenders are notified. `}
        Until you apply or cancel them, nobody else can be bound.
      </p>
    </section>
  )
}

interface Values {
  amount: string
  interestRate: string
  term: string
  reason: string
  respondBy: string
}

/** Sends only changed terms. A rate with more than two decimals is the exact rate. */
function sentOf(values: Values, before: Values): Sent {
  const { amount, interestRate, term, reason, respondBy } = values
  const isExact = /\.\d{3,}/.test(interestRate)
  return {
    ...(amount !== before.amount && { amount }),
    ...(interestRate !== before.interestRate &&
      (isExact ? { noteRate: interestRate } : { interestRate, noteRate: null })),
    ...(term !== before.term && { term }),
    reason,
    respondBy,
  }
}

/** The typed terms. A text that isn't a term yet leaves the term as it is. */
function termsOf({ amount, interestRate, term }: Values, loan: FullTerms): FullTerms {
  const [typedAmount, rate] = [parseMoney(amount), parseRate(interestRate)]
  return {
    amount: typedAmount && isAboveZero(typedAmount) ? typedAmount : loan.amount,
    interestRate: rate ? roundRate(rate) : loan.interestRate,
    noteRate: rate ?? loan.noteRate,
    term: /^[1-9]\d{0,3}$/.test(term) ? Number(term) : loan.term,
  }
}

type LenderStake = Stake<ReturnType<typeof toLine>>

/** The stake of each lender in the proposed terms, or an empty list until the book is loaded. */
function useStakes(loanId: string, proposed: FullTerms): LenderStake[] {
  const { data = [] } = useQuery({
    ...endpointQuery('listBookEntries', { params: { id: loanId }, query: { isBinding: 'true' } }),
    refetchOnMount: 'always',
  })
  return [...stakesIn(data.map(toLine).toReversed(), proposed).values()]
}

const interestOn = (amount: Money, terms: FullTerms) =>
  `${formatCents(yearlyInterest([{ amount, rate: exactRate(terms) }]))} a year`

/** Returns text such as "2 lenders, bound to 45% ($6,142,500.00), are asked: Interest rate 8.45% → 8.7%." */
function describeProposal(changes: string, stakes: LenderStake[]) {
  if (changes === '') return 'Change the amount, the rate or the term.'
  if (stakes.length === 0) return `${changes}.`
  const bound = formatPart(
    sumPercent(stakes.map(({ percentage }) => percentage)),
    sumMoney(stakes.map(({ amount }) => amount)),
  )
  const are = stakes.length === 1 ? 'is' : 'are'
  return `${countLenders(stakes.length)}, bound to ${bound}, ${are} asked: ${changes}.`
}

interface StakesProps {
  previous: FullTerms
  proposed: FullTerms
  stakes: LenderStake[]
}

/** The terms that change for each lender, with its yearly interest if that changes. */
function Stakes({ previous, proposed, stakes }: StakesProps) {
  if (stakes.length === 0) return null
  const fields = changedTerms(previous, proposed)
  const changesInterest = fields.some((field) => field !== 'term')
  const termsIn = (terms: FullTerms) => (
    <>
      {fields.map((field) => (
        <span key={field} className="block">
          {showTerm(field, terms)}
        </span>
      ))}
      {changesInterest && (
        <span className="block text-xs font-normal text-muted-foreground">
          {interestOn(terms.amount, terms)}
        </span>
      )}
    </>
  )
  return (
    <>
      <table className="w-full table-fixed rounded-lg bg-secondary text-[0.84375rem] text-secondary-foreground">
        <caption className="pb-1 text-left font-medium text-foreground">
          What each lender is asked to confirm
        </caption>
        <thead>
          <tr className="text-right text-xs text-muted-foreground [&>*]:px-3 [&>*]:pt-2 [&>*]:font-medium">
            <th scope="col">Now</th>
            <th scope="col">Proposed</th>
          </tr>
        </thead>
        {stakes.map(({ firmId, percentage, amount, newAmount, lines: [first] }) => (
          <tbody key={firmId} className="text-right [&_:is(td,th)]:px-3 last:[&_td]:pb-2">
            <tr>
              <th
                scope="rowgroup"
                colSpan={2}
                className="border-t pt-1.5 text-left font-medium wrap-anywhere"
              >
                {first.name}{' '}
                <span className="font-normal text-muted-foreground">
                  {fields.includes('amount')
                    ? formatShare(percentage)
                    : formatPart(percentage, amount)}
                </span>
              </th>
            </tr>
            <tr className="align-top [&>*]:pb-1.5">
              <td>{termsIn({ ...previous, amount })}</td>
              <td className="font-medium">
                {fields.length > 0 ? (
                  termsIn({ ...proposed, amount: newAmount })
                ) : (
                  <Dash label="Unchanged" />
                )}
              </td>
            </tr>
          </tbody>
        ))}
      </table>
      <p className="mt-2 text-[0.8125rem] text-pretty text-muted-foreground">
        Commitments that aren't confirmed end when you apply the terms.
      </p>
    </>
  )
}

const toLine = (entry: BookEntry) => ({
  name: entry.lenderCompanyName ?? entry.lenderName,
  firmId: entry.firmId,
  isSoft: entry.isSoftCommit === 'true',
  isHold: entry.isHold === 'true',
  percentage: entry.percentage,
  amount: entry.amount,
  status: entry.status,
})
