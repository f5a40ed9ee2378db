import type { TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatShortDay } from '#domain/days.ts'
import { timeToAnswer } from '#domain/loans/dates/deadlines.ts'
import { describeOwnChange } from '#domain/loans/credit/terms.ts'
import { formatShare } from '#domain/money.ts'
import { dayAt, deskZone } from '#domain/time-zone.ts'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { usePhone } from '#web/ui/use-matches.ts'
import { Link } from 'wouter'

interface PendingTermsProps {
  loan: Loan
  /** The firm's own question. Only lenders that are asked can read the proposal. */
  question: TermsQuestion | null | undefined
  /** On phones, two lines in a dialog leave room for the choice of a share. */
  inDialog?: boolean
  /** Called before the link to the question is followed. */
  onLeave?: (() => void) | undefined
}

/** Shows which terms of a loan might change, and the possible acts until then. Renders nothing for settled terms. */
export function PendingTerms({ loan, question, inDialog = false, onLeave }: PendingTermsProps) {
  const isShort = usePhone() && inDialog
  const isViewer = useSession().role === 'viewer'
  if (loan.isTermsPending !== 'true') return null
  return (
    <div className="rounded-lg border border-warning px-3 py-1.5">
      <p>
        <strong className="font-semibold wrap-anywhere">
          {question
            ? `Proposed for ${isViewer ? "your firm's" : 'your'} ${formatShare(question.percentage)}: ${describeOwnChange(question)}`
            : `New terms are proposed${isShort ? '' : ' to the lenders that are bound'}`}
        </strong>{' '}
        {question && <OwnAnswer question={question} onLeave={onLeave} />}
        {!question && loan.termsRespondBy && <span>{describeAnswers(loan.termsRespondBy)}</span>}
      </p>
      {/* Lenders that are asked read this on the page, and beside Binding. */}
      {!isShort && !question && (
        <p className="text-[0.8125rem] text-muted-foreground">{untilDecided}</p>
      )}
    </div>
  )
}

const untilDecided = 'Until the decision, wait or commit softly: soft shares follow its terms.'

const describeAnswers = (respondBy: string, now = new Date()) =>
  new Date(respondBy) <= now
    ? 'The time to answer is over'
    : `Answers due ${timeToAnswer(respondBy, now)}`

function OwnAnswer({
  question,
  onLeave,
}: Pick<PendingTermsProps, 'onLeave'> & { question: TermsQuestion }) {
  const { loanId, state, canAnswer, respondBy } = question
  if (state !== 'asked') return <span>You {state}</span>
  const due = `due ${formatShortDay(dayAt(new Date(respondBy), deskZone()))}`
  return canAnswer === 'true' ? (
    <Link
      href={`${paths.loan(loanId)}#terms`}
      onClick={onLeave}
      className="underline underline-offset-4"
    >
      Your answer is {due}
    </Link>
  ) : (
    <span>Answer {due}</span>
  )
}
