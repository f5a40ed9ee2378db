import type { Commitment } from '#contract/book/commitments.ts'
import type { Today } from '#contract/desk/today.ts'
import { mayCommit } from '#domain/access.ts'
import { formatShortMoment } from '#domain/days.ts'
import { mayBeDecidedLate } from '#domain/loans/dates/book-stages.ts'
import { dueOf } from '#domain/loans/dates/deadlines.ts'
import { splitAnswer } from '#domain/notifications/answers.ts'
import { describeOwnChange } from '#domain/loans/credit/terms.ts'
import { formatLoanField, loanFieldName } from '#domain/loans/field-texts.ts'
import {
  availablePercent,
  compareFigures,
  formatCents,
  formatPart,
  formatShare,
  formatShortly,
  isAboveZero,
  shareAmount,
} from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { formatAge } from '#web/time/timestamps.ts'
import { useAction } from '#web/forms/use-action.ts'
import { nextAct, type OwnAction } from '#web/book/components/my-commitments/own-acts.ts'
import { awaitsTerms, isMoreThanLeft } from '#web/book/components/holdings/soft-lines.ts'
import { useActing } from '#web/book/components/my-commitments/use-acting.tsx'
import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { useColleagues } from '#web/viewer-reason.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { describeDueMoney, isOverdue } from '#web/time/due-money.ts'
import { CopyRequest } from '#web/files/CopyRequest.tsx'
import {
  requestToAnswerOffer,
  requestToAnswerTerms,
  requestToBind,
} from '#web/book/components/requests.ts'
import { askForTimeText } from '#web/messages/components/suggested-texts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import { kindOf, type Kind } from './kinds.ts'

const MessageDialog = onDemand(() =>
  import('#web/messages/components/MessageDialog.tsx').then((part) => part.MessageDialog),
)

interface Asking {
  commitment: Commitment
  deadline: string
}

type Item<Name extends keyof Today> = Today[Name]['items'][number]

export function useLenderKinds(today: Today | undefined, refresh: () => unknown) {
  const { role } = useSession()
  const colleagues = useColleagues('commit or answer')
  const answerLabel = mayCommit(role) ? 'Answer' : 'Open Loan'
  const answerBy = (respondBy: string) =>
    `${colleagues ? '' : 'answer '}by ${formatShortMoment(respondBy)}`
  const { act, dialog } = useActing(today?.firmable.items, refresh, { isRemovedByActs: true })
  const [askingFor, setAskingFor] = useState<Asking | null>(null)
  const requestTo = (request: string, title: string) =>
    colleagues && (
      <CopyRequest
        request={request}
        variant="ghost"
        size="s"
        aria-label={`Copy Request: ${title}`}
      />
    )
  const kinds: Kind[] | undefined = today && [
    kindOf(today.openOffers, openOffers, (offer) => ({
      key: offer.id,
      what: `${colleagues ? 'Your firm is' : "You're"} offered ${formatPart(offer.percentage, offer.amount)}`,
      where: offer.loanTitle,
      dueAt: offer.respondBy,
      details: answerBy(offer.respondBy),
      isWarning: true,
      act: <OpenLoan loan={offer} label={answerLabel} part="allocation" />,
      quietAct: requestTo(requestToAnswerOffer(offer), offer.loanTitle),
    })),
    kindOf(today.openTerms, openTerms, (question) => ({
      key: question.id,
      what: `${colleagues ? "Your firm's" : 'Confirm or decline'} ${describeStake(question)}`,
      where: question.loanTitle,
      dueAt: question.respondBy,
      details: answerBy(question.respondBy),
      isWarning: true,
      act: <OpenLoan loan={question} label={answerLabel} part="terms" />,
      quietAct: requestTo(
        requestToAnswerTerms({ ...question, newAmount: newAmountOf(question) }),
        question.loanTitle,
      ),
    })),
    kindOf(today.dueMoney, { name: 'Money to wire' }, (due) => ({
      key: due.loanId,
      what: `${formatCents(due.outstanding)} is to be wired`,
      where: due.loanTitle,
      dueAt: due.dueAt,
      details: describeDueMoney(due.dueAt, formatShortMoment),
      isWarning: isOverdue(due.dueAt),
      act: <OpenLoan loan={due} label="Instructions" part="own-funding" />,
    })),
    kindOf(today.answers, answers, (answer) => ({
      key: answer.id,
      what: describeAnswer(answer),
      where: answer.loanTitle,
      details: formatAge(answer.createdAt),
      act: <ReadAnswer answer={answer} />,
    })),
    kindOf(today.changedTerms, { name: 'Changed terms' }, (changed) => ({
      key: changed.loanId,
      what: describeTerms(changed),
      where: changed.loanTitle,
      details: `changed ${formatAge(changed.createdAt)}`,
      act: <OpenLoan loan={changed} label="Review" />,
    })),
    kindOf(today.firmable, firmable, (commitment) => {
      const deadline = lastChanceOf(commitment)
      const lateTerms = awaitsLateTerms(commitment) && commitment.loan.commitmentDeadline
      return {
        key: commitment.id,
        ...describeFirmable(commitment, colleagues ? "your firm's" : 'your'),
        note: deadline && `It can't be bound after ${formatShortMoment(deadline)}.`,
        act: lateTerms ? (
          <AskForTime {...{ commitment, deadline: lateTerms }} isMain onAsk={setAskingFor} />
        ) : (
          <Firm commitment={commitment} onAct={act} />
        ),
        quietAct:
          deadline &&
          (requestTo(requestToBind(commitment, deadline), commitment.loan.title) ?? (
            <AskForTime {...{ commitment, deadline }} onAsk={setAskingFor} />
          )),
      }
    }),
    kindOf(today.newDocuments, { name: 'New documents' }, (added) => ({
      key: added.loanId,
      what: `${added.documents} new ${added.documents === 1 ? 'document' : 'documents'}`,
      where: added.loanTitle,
      details: `${added.isHeld === 'true' ? 'a loan of yours' : 'a favorite'} · ${formatAge(added.createdAt)}`,
      act: <OpenLoan loan={added} label="Open Loan" />,
    })),
  ]
  const question = askingFor && (
    <MessageDialog
      loan={askingFor.commitment.loan}
      to={null}
      suggested={askForTimeText(
        formatShare(askingFor.commitment.percentage),
        formatShortMoment(askingFor.deadline),
      )}
      onClose={() => setAskingFor(null)}
    />
  )
  return { kinds, dialog: question ?? dialog, note: colleagues }
}

const openOffers = {
  name: 'Offers',
  all: { href: paths.commitments(), label: 'My Commitments' },
}
const openTerms = {
  name: 'New terms',
  all: { href: paths.commitments(), label: 'My Commitments' },
}
const answers = {
  name: 'Answers',
  all: { href: paths.notifications(), label: 'Notifications' },
}
const firmable = {
  name: 'Soft shares',
  all: { href: paths.commitments(), label: 'My Commitments' },
}

/** Omits the loan, which the second line names, and the question, so that the answer isn't cut. */
const describeAnswer = ({ message, loanTitle }: Item<'answers'>): string =>
  [` on ${loanTitle}: `, ` about ${loanTitle}: `].reduce(
    (text, mention) => text.replace(mention, ': '),
    splitAnswer(message).answer,
  )

const newAmountOf = ({ proposed, percentage }: Item<'openTerms'>) =>
  shareAmount(proposed.amount, percentage)

/** Returns text such as "8% ($1.09M): 8.45% → 8.70%". A changed amount is part of the change. */
function describeStake(question: Item<'openTerms'>): string {
  const { percentage, amount } = question
  const newAmount = newAmountOf(question)
  const held = newAmount === amount ? ` (${formatShortly(amount)})` : ''
  return `${formatShare(percentage)}${held}: ${describeOwnChange({ ...question, newAmount })}`
}

/** An indication larger than the available share can't be made binding. */
function describeFirmable(commitment: Commitment, whose: string) {
  const { loan, amount, percentage } = commitment
  const left = availablePercent(loan.committedPercentage)
  const isShort = compareFigures(percentage, left) > 0
  const share = `${whose} soft ${formatShare(percentage)}`
  if (awaitsTerms(commitment)) {
    const isLate = awaitsLateTerms(commitment)
    const deadline = loan.commitmentDeadline && formatShortMoment(loan.commitmentDeadline)
    return {
      what: isLate
        ? `${capitalize(share)} can't be bound after ${deadline}`
        : `${capitalize(share)} awaits the new terms`,
      where: loan.title,
      dueAt: isLate ? loan.commitmentDeadline : null,
      details: isLate
        ? 'new terms may come later'
        : deadline
          ? `bind by ${deadline}`
          : formatCents(amount),
      isWarning: isLate,
    }
  }
  const due = dueOf(loan)
  return {
    what: !isShort
      ? due
        ? `${due.text.replace('due', 'Due')}: ${share}`
        : `Make ${share} binding`
      : isAboveZero(left)
        ? `Only ${formatShare(left)} is left for ${share}`
        : `Nothing is left for ${share}`,
    where: loan.title,
    dueAt: loan.commitmentDeadline,
    details: formatCents(amount),
    isWarning: isShort || (due?.isSoon ?? false),
  }
}

const awaitsLateTerms = (commitment: Commitment) =>
  awaitsTerms(commitment) && mayBeDecidedLate(commitment.loan)

/** The deadline of a soft share that can be made binding only today or in the next two days. */
const lastChanceOf = (commitment: Commitment): string | null =>
  !awaitsTerms(commitment) &&
  !isMoreThanLeft(commitment, commitment.loan) &&
  dueOf(commitment.loan)?.isSoon
    ? commitment.loan.commitmentDeadline
    : null

const termFields = ['amount', 'interestRate', 'term'] as const

/** Returns text such as "Interest rate from 8.00% to 8.25%, term from 24 months to 36 months". */
function describeTerms({ before, after }: Item<'changedTerms'>): string {
  const changes = termFields
    .filter((field) => after[field] !== undefined && after[field] !== before[field])
    .map(
      (field) =>
        `${loanFieldName(field)} from ${formatLoanField(field, before[field])} to ${formatLoanField(field, after[field])}`,
    )
    .join(', ')
  return capitalize(changes)
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Firm({
  commitment,
  onAct,
}: {
  commitment: Commitment
  onAct: (action: OwnAction, commitment: Commitment) => void
}) {
  const next = nextAct([commitment])
  const loan = { loanId: commitment.loanId, loanTitle: commitment.loan.title }
  if (!next) return <OpenLoan loan={loan} label="Open Loan" />
  const { action, label } = next.act
  return (
    <Button
      variant="outline"
      size="s"
      aria-label={`${label}: ${formatShare(commitment.percentage)} of ${commitment.loan.title}`}
      onClick={() => onAct(action, commitment)}
    >
      {label}
    </Button>
  )
}

interface AskForTimeProps extends Asking {
  isMain?: boolean
  onAsk: (asking: Asking) => void
}

function AskForTime({ isMain = false, onAsk, ...asking }: AskForTimeProps) {
  return (
    <Button
      variant={isMain ? 'outline' : 'ghost'}
      size="s"
      aria-label={`Ask for Time: ${asking.commitment.loan.title}`}
      onClick={() => onAsk(asking)}
    >
      Ask for Time
    </Button>
  )
}

const OpenLoan = ({
  loan: { loanId, loanTitle },
  label,
  part,
}: {
  loan: { loanId: string; loanTitle: string }
  label: string
  part?: string
}) => (
  <ButtonLink
    href={part ? `${paths.loan(loanId)}#${part}` : paths.loan(loanId)}
    variant="outline"
    size="s"
    aria-label={`${label}: ${loanTitle}`}
  >
    {label}
  </ButtonLink>
)

function ReadAnswer({ answer: { id, loanId, loanTitle } }: { answer: Item<'answers'> }) {
  const markRead = useAction({
    act: () => call('markNotificationRead', { params: { id } }),
    failed: 'Failed to mark notification as read.',
  })
  return (
    <ButtonLink
      href={`${paths.loan(loanId)}#messages`}
      variant="outline"
      size="s"
      aria-label={`Read Answer: ${loanTitle}`}
      onClick={() => markRead.mutate()}
    >
      Read Answer
    </ButtonLink>
  )
}
