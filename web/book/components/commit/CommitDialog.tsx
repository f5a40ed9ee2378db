import type { Loan } from '#contract/loans/shapes.ts'
import { softLimitReason } from '#domain/book/commitments.ts'
import { sumPercent, type Money } from '#domain/money.ts'
import { concentrationAfter } from '#domain/position/concentration-after.ts'
import { endpointQuery } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { useSession } from '#web/session.ts'
import { usePhone } from '#web/ui/use-matches.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoanFacts } from './LoanFacts.tsx'
import { PendingTerms } from './PendingTerms.tsx'
import { useTermsQuestion } from '#web/book/components/my-commitments/use-waiting.ts'
import { MakeBindingInstead } from './MakeBindingInstead.tsx'
import {
  describeConcentration,
  describeInterest,
  describeNewAmount,
  describeSum,
} from './describe-effect.ts'
import { KindChoice, type KindChoiceProps } from './KindChoice.tsx'
import { ComputedEffect, Effect, MoneyDialog, SinceOpened } from './MoneyDialog.tsx'
import { commitObstacle } from '#web/loans/components/loan-availability.ts'
import { MakeBindingDialog } from '#web/book/components/my-commitments/MakeBindingDialog.tsx'
import { madeReceipt, type MadeReceipt } from '#web/book/components/receipts/made-receipt.tsx'
import { ShareChoice } from './ShareChoice.tsx'
import { softLines } from '#web/book/components/holdings/soft-lines.ts'
import type { AskedShare } from './asked-share.ts'
import { useCommit, type CommitSource } from './use-commit.ts'
import {
  loadingHoldings,
  sharesOf,
  useOwnHoldings,
  holdingsFailed,
  type OwnHoldings,
} from '#web/book/components/holdings/use-own-holdings.ts'
import { describeHoldings } from '#web/book/components/holdings/describe-holdings.ts'
import { useShareChoice } from './use-share-choice.ts'

export interface CommitDialogProps {
  loan: Loan
  source: CommitSource
  /** The share that the dialog opens with, if a colleague asked for it. */
  asked?: AskedShare | null | undefined
  onClose: () => void
}

export function CommitDialog({ loan: given, source, asked, onClose }: CommitDialogProps) {
  const loan = useFreshLoan(given)
  const [isSoft, setSoft] = useState(given.isTermsPending === 'true' || asked?.isSoft === true)
  const own = useOwnHoldings(loan.id)
  const held = sharesOf(own.held)
  const choice = useShareChoice(loan, {
    initial: asked?.share,
    others: sumPercent([held.binding, held.soft]),
  })
  const { available, share, percentage, amount } = choice
  const [done, setDone] = useState<Pick<MadeReceipt, 'made' | 'act'> | null>(null)
  const { commit, isBusy, doubtAbout } = useCommit({
    source,
    onDone: (made) => setDone({ made, act: 'committed' }),
  })
  const question = useTermsQuestion(loan)
  const { role } = useSession()
  const isPhone = usePhone()
  const [makingBindingId, setMakingBindingId] = useState<string | null>(null)
  // Searches all commitments, because new data might already list the commitment as binding while the request is
  // pending.
  const beingMadeBinding = [...own.lines, ...(done ? [done.made] : [])].find(
    ({ id }) => id === makingBindingId,
  )
  const madeNow = done && (own.lines.find(({ id }) => id === done.made.id) ?? done.made)
  const canMakeBinding = madeNow !== null && softLines([madeNow], loan).fitting.length > 0

  const { isRepeated, doubt } = doubtAbout({ loan, share, isSoft })
  const sum = describeSum(held, { isSoft, percentage })
  const beyondLimit = isSoft && !isRepeated ? softLimitReason(null, held.soft, percentage) : null
  // The number of lines to reserve. If no share equals the typed amount, the nearest shares take up two lines.
  const lines = choice.unsettled !== null ? 2 : isSoft ? 3 : sum ? 5 : 4
  const obstacle =
    // The loan might have been funded or fully committed after the dialog opened.
    commitObstacle(loan, role) ??
    (!isSoft && loan.isTermsPending === 'true' ? softOnly : null) ??
    // The dialog waits for the lender's commitments, because it suggests making a soft commitment binding instead of
    // adding another. If they fail to load, the user can still commit.
    (own.isLoading ? loadingHoldings : null) ??
    choice.unsettled ??
    (share === 0 ? 'Choose at least 1% to commit.' : beyondLimit) ??
    (isRepeated ? null : choice.beyondLimits)

  const concentration = !isSoft && !isRepeated && <OwnConcentration loan={loan} amount={amount} />

  return (
    <>
      {/* This dialog is rendered before the one below. When both close, the one below moves focus back to the page. */}
      {beingMadeBinding && (
        <MakeBindingDialog
          commitment={beingMadeBinding}
          onClose={() => setMakingBindingId(null)}
          onDone={(made) => {
            setMakingBindingId(null)
            setDone({ made, act: 'made_binding' })
          }}
        />
      )}
      <MoneyDialog
        title="Commit to Loan"
        description={loan.title}
        notice={
          <>
            <SinceOpened shown={{ ...loan, available }} />
            {obstacle ? (
              <Effect lines={lines}>{obstacle}</Effect>
            ) : (
              <Effect lead={<ComputedEffect {...{ isSoft, amount, percentage }} />} lines={lines}>
                {describeNewAmount(question, percentage)} {!isSoft && finality}
                {!isRepeated && sum}
                <p className="mt-1">{describeInterest(loan, question, { percentage, amount })}</p>
                {!isPhone && concentration}
              </Effect>
            )}
            {doubt && <p className="text-muted-foreground">{doubt}</p>}
          </>
        }
        confirmLabel="Confirm Commitment"
        busy={isBusy}
        disabled={obstacle !== null}
        onConfirm={() => commit({ loan, share, isSoft })}
        onClose={onClose}
        receipt={
          done &&
          madeReceipt({
            ...done,
            onMakeBinding: canMakeBinding ? () => setMakingBindingId(done.made.id) : null,
            onClose,
          })
        }
      >
        <fieldset disabled={isBusy} className="grid gap-3">
          <legend className="sr-only">Your commitment</legend>
          <LoanFacts {...{ loan, available, question }} />
          <PendingTerms {...{ loan, question }} inDialog onLeave={onClose} />
          <div className="grid justify-items-start gap-2">
            <HeldAlready own={own} />
            <MakeBindingInstead
              lines={own.lines}
              loan={loan}
              onMakeBinding={({ id }) => setMakingBindingId(id)}
            />
          </div>
          <KindForLoan loan={loan} isSoft={isSoft} onChoose={setSoft} />
          {/* On phones, this text scrolls with the content, because the effect fills a third of the screen. It takes
              the place of the hint for a soft commitment. */}
          {isPhone && !isSoft && (
            <div aria-live="polite" className="-mt-1.5 min-h-[2lh] text-[0.8125rem]">
              {!obstacle && concentration}
            </div>
          )}
          <ShareChoice choice={choice} busy={isBusy} isSoft={isSoft} />
        </fieldset>
      </MoneyDialog>
    </>
  )
}

/** Returns the page's copy of the loan until the current loan is loaded. */
export function useFreshLoan(given: Loan): Loan {
  const [openedAt] = useState(Date.now)
  const { data, dataUpdatedAt } = useQuery({
    ...endpointQuery('getLoan', { params: { id: given.id } }),
    refetchOnMount: 'always',
  })
  return data && dataUpdatedAt >= openedAt ? data : given
}

const softOnly = 'Binding waits until the new terms are decided.'

export function KindForLoan({
  loan,
  ...choice
}: Pick<KindChoiceProps, 'isSoft' | 'onChoose'> & { loan: Loan }) {
  const isSoftOnly = loan.isTermsPending === 'true'
  return (
    <div className="relative">
      <KindChoice
        {...choice}
        isSoftOnly={isSoftOnly}
        bindingHint={isSoftOnly ? softOnly : "Final. You can't change or withdraw it."}
        softHint="Non-binding expression of interest. Can be modified or withdrawn later."
      />
      {/* The link is beside the heading so that the dialog fits in a window 800 pixels high. */}
      <span className="absolute top-0 right-0">
        <HelpLink to="soft-and-binding" newTab>
          How soft and binding differ
        </HelpLink>
      </span>
    </div>
  )
}

const finality = `You can't change or withdraw it; only ${company.name} can release you. `

/** Renders nothing until the data has loaded, because the user can confirm without it. */
function OwnConcentration({ loan, amount }: { loan: Loan; amount: Money }) {
  const { data } = useQuery(endpointQuery('getConcentration'))
  const shares = data && describeConcentration(concentrationAfter(data, { ...loan, amount }))
  return shares && <p>{shares}</p>
}

export const HeldAlready = ({ own: { held, hasFailed } }: { own: OwnHoldings }) => (
  <p className="text-muted-foreground">
    {/* Reserves this line so that the layout doesn't shift when the data arrives. */}
    {hasFailed ? holdingsFailed : held ? describeHoldings(null, held) : 'Loading...'}
  </p>
)
