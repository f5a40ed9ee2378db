import type { BookEntry } from '#contract/book/shapes.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import type { newTermsProposal } from '#contract/deal/terms.ts'
import { proposedDaysToAnswer, stakesIn } from '#domain/book/deal/changed-terms.ts'
import { endOfBusinessIn, formatMoment, isMoment } from '#domain/days.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatCents, formatShare, isAboveZero, parseMoney, parseRate } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { deskZone } from '#domain/time-zone.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { showRefusal } from '#web/deal/components/show-refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
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
export function ProposeTermsDialog({
  deal: { loan },
  onClose,
}: {
  deal: Deal
  onClose: () => void
}) {
  const [defaultValues] = useState(() => ({
    amount: String(loan.amount),
    interestRate: String(parseRate(exactRate(loan)) ?? loan.interestRate),
    term: String(loan.term),
    reason: '',
    respondBy: endOfBusinessIn(proposedDaysToAnswer),
  }))
  const form = useForm({ defaultValues })
  const { errors, isSubmitting, isDirty } = form.formState
  const typed = useWatch({ control: form.control })
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
            <Button variant="outline" disabled={isSubmitting} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={isSubmitting}>
              Propose Terms
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Field
            label="Loan amount ($)"
            hint={`Now ${formatCents(loan.amount)}`}
            error={errors.amount?.message}
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
          <Field
            label="Reason"
            hint="Sent to the lenders."
            error={errors.reason?.message}
            className="sm:col-span-3"
          >
            <Textarea rows={3} maxLength={textLimits.message} {...form.register('reason')} />
          </Field>
          <Controller
            control={form.control}
            name="respondBy"
            render={({ field }) => (
              <Field
                label="Time to answer"
                hint={isMoment(field.value) ? formatMoment(field.value) : `Time in ${deskZone()}.`}
                error={errors.respondBy?.message}
                className="sm:col-span-3"
              >
                <MomentInput {...field} />
              </Field>
            )}
          />
          <div className="sm:col-span-3">
            <Amounts loanId={loan.id} amount={typed.amount ?? ''} />
          </div>
          <p className="text-[0.8125rem] text-muted-foreground sm:col-span-3">
            Every bound lender is asked. Until you apply or cancel the terms, nobody else can be
            bound. Commitments that aren't confirmed end when you apply them.
          </p>
          <div className="sm:col-span-3">
            <FieldError id="propose-refusal" message={errors.root?.message} />
          </div>
        </div>
      </Dialog>
    </>
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

/** The binding amounts of each lender, now and in the typed amount. */
function Amounts({ loanId, amount }: { loanId: string; amount: string }) {
  const { data } = useQuery({
    ...endpointQuery('listBookEntries', { params: { id: loanId }, query: { isBinding: 'true' } }),
    refetchOnMount: 'always',
  })
  const loanAmount = parseMoney(amount)
  if (!data || !loanAmount || !isAboveZero(loanAmount)) return null
  const stakes = [...stakesIn(data.map(toLine).toReversed(), { amount: loanAmount }).values()]
  return (
    <table className="w-full rounded-lg bg-secondary text-[0.84375rem] text-secondary-foreground">
      <caption className="sr-only">What each lender is asked to confirm</caption>
      <thead>
        <tr className="text-right text-xs text-muted-foreground [&>*]:px-3 [&>*]:pt-2 [&>*]:font-medium">
          <th scope="col" className="text-left">
            Lender
          </th>
          <th scope="col">Now</th>
          <th scope="col">Proposed</th>
        </tr>
      </thead>
      <tbody>
        {stakes.map(({ firmId, percentage, amount: now, newAmount, lines: [first] }) => (
          <tr key={firmId} className="text-right [&>*]:px-3 [&>*]:py-1.5">
            <th scope="row" className="text-left font-normal wrap-anywhere">
              {first.name} <span className="text-muted-foreground">{formatShare(percentage)}</span>
            </th>
            <td>{formatCents(now)}</td>
            <td className="font-medium">{formatCents(newAmount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
