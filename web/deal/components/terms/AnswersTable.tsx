import type { TermsAnswer, TermsProposal } from '#contract/deal/terms.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import type { AnswerState } from '#domain/deal/terms/states.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { changedTerms, type FullTerms, type TermField } from '#domain/loans/credit/terms.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { formatCents, formatExactRate, formatShare } from '#domain/money.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { LenderNames } from '#web/deal/components/LenderNames.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'

interface AnswersTableProps {
  proposal: TermsProposal
  onAnswer: (answer: TermsAnswer) => void
}

/** Each bound lender with the terms that differ for it, and its answer. */
export const AnswersTable = ({ proposal, onAnswer }: AnswersTableProps) =>
  proposal.answers.length === 0 ? (
    <EmptyState
      title="Nobody is asked anymore"
      text="Every lender that was bound has been released."
    />
  ) : (
    <Table label="Answers of Lenders" className="border-t">
      <TableHead>
        <HeaderCell className="@max-xl:w-3/5">Lender</HeaderCell>
        <HeaderCell numeric className="@max-xl:hidden">
          Share
        </HeaderCell>
        <HeaderCell numeric className="@max-xl:hidden">
          Now
        </HeaderCell>
        <HeaderCell numeric className="@max-xl:hidden">
          Proposed
        </HeaderCell>
        <HeaderCell>Answer</HeaderCell>
      </TableHead>
      <TableBody>
        {proposal.answers.map((answer) => (
          <AnswerRow
            key={answer.firmId}
            answer={answer}
            proposal={proposal}
            onAnswer={() => onAnswer(answer)}
          />
        ))}
      </TableBody>
    </Table>
  )

interface AnswerRowProps {
  answer: TermsAnswer
  proposal: TermsProposal
  onAnswer: () => void
}

function AnswerRow({ answer, proposal: { previous, proposed }, onAnswer }: AnswerRowProps) {
  const { percentage, amount, newAmount } = answer
  const fields = changedTerms(previous, proposed)
  const isResized = fields.includes('amount')
  const now = fields.map((field) => showTerm(field, { ...previous, amount }))
  const then = fields.map((field) => showTerm(field, { ...proposed, amount: newAmount }))
  return (
    <TableRow>
      <Cell className="wrap-anywhere">
        <LenderNames lender={answer} />
        <span className="block text-xs text-muted-foreground @xl:hidden">
          {formatShare(percentage)}
          {!isResized && ` (${formatCents(amount)})`}: {now.join(' · ')}
          <span className="block">→ {then.join(' · ')}</span>
        </span>
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {formatShare(percentage)}
        {!isResized && (
          <span className="block text-xs text-muted-foreground">{formatCents(amount)}</span>
        )}
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        <Lines texts={now} />
      </Cell>
      <Cell numeric className="font-medium @max-xl:hidden">
        <Lines texts={then} />
      </Cell>
      <Cell>
        <AnswerOf answer={answer} onAnswer={onAnswer} />
      </Cell>
    </TableRow>
  )
}

export const showTerm = (field: TermField, terms: FullTerms): string =>
  ({
    amount: formatCents(terms.amount),
    interestRate: formatExactRate(exactRate(terms)),
    term: formatTerm(terms.term),
  })[field]

const Lines = ({ texts }: { texts: string[] }) =>
  texts.map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ))

function AnswerOf({ answer, onAnswer }: { answer: TermsAnswer; onAnswer: () => void }) {
  const { state, how, answeredBy, declineReason, receiptId, isEligible } = answer
  const remarks = [
    how === null ? answeredBy : `${answeredBy ?? 'An administrator'}: ${how}`,
    declineReason && `“${declineReason}”`,
    state === 'asked' && isEligible === 'false' && 'Nobody of the firm can answer.',
  ].filter(Boolean)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={answerLooks[state].tone}>{answerLooks[state].name}</Badge>
      {state === 'asked' && (
        <Button
          variant="outline"
          size="s"
          onClick={onAnswer}
          aria-label={`Record Answer… of ${mainName(answer)}`}
        >
          Record Answer…
        </Button>
      )}
      {receiptId !== null && <ReceiptLink id={receiptId} subject={mainName(answer)} />}
      {remarks.map((remark) => (
        <span key={String(remark)} className="w-full text-xs wrap-anywhere text-muted-foreground">
          {remark}
        </span>
      ))}
    </div>
  )
}

export const answerLooks: Record<AnswerState, { name: string; tone: BadgeTone }> = {
  asked: { name: 'Waiting', tone: 'neutral' },
  confirmed: { name: 'Confirmed', tone: 'success' },
  declined: { name: 'Declined', tone: 'warning' },
}
