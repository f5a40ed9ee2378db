import type { AdminToday } from '#contract/desk/today.ts'
import { formatShortMoment } from '#domain/days.ts'
import { dueOf, isSoonOrPast } from '#domain/loans/dates/deadlines.ts'
import { formatCents, formatShare, isAboveZero, sumPercent } from '#domain/money.ts'
import { ApproveButton } from '#web/accounts/components/ApproveButton.tsx'
import { call } from '#web/api/client.ts'
import { daysSince, formatAge } from '#web/time/timestamps.ts'
import { useAction } from '#web/forms/use-action.ts'
import type { HelpId } from '#web/help/help-text.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { describeDueMoney, isOverdue } from '#web/time/due-money.ts'
import { kindOf, type Kind } from './kinds.ts'

type Item<Name extends keyof AdminToday> = AdminToday[Name]['items'][number]

export type StaleSoft = Item<'staleSoft'>

/** The administrators' tasks by type, most urgent first. `onDone` is called after an action has removed its row. */
export function adminKinds(
  today: AdminToday | undefined,
  onDone: () => unknown,
  onFirmUp: (soft: StaleSoft) => void,
): Kind[] | undefined {
  if (!today) return undefined
  return [
    kindOf(today.due, dueLoans, (loan) => ({
      key: loan.loanId,
      what: describeDue(loan),
      where: loan.loanTitle,
      details: describeInterest(loan),
      ...urgencyOf(loan.commitmentDeadline),
      act: <OpenBook loan={loan} />,
    })),
    kindOf(today.openRounds, { name: 'Offers without an answer' }, (round) => ({
      key: round.loanId,
      ...describeAnswers(round, 'Offers', 'End the round'),
      where: round.loanTitle,
      act: (
        <RowLink href={paths.deal(round.loanId)} label="Open Deal Desk" about={round.loanTitle} />
      ),
    })),
    kindOf(today.openTerms, { name: 'New terms without an answer' }, (terms) => ({
      key: terms.loanId,
      ...describeAnswers(terms, 'New terms', 'Apply or withdraw them'),
      where: terms.loanTitle,
      act: (
        <RowLink href={paths.deal(terms.loanId)} label="Open Deal Desk" about={terms.loanTitle} />
      ),
    })),
    kindOf(today.missingMoney, { name: 'Missing money' }, (loan) => ({
      key: loan.loanId,
      what: `${formatCents(loan.outstanding)} ${isOverdue(loan.dueAt) ? 'is missing' : 'is to come'} from ${loan.lenders === 1 ? '1 lender' : `${loan.lenders} lenders`}`,
      where: loan.loanTitle,
      details: describeDueMoney(loan.dueAt, formatShortMoment),
      ...urgencyOf(loan.dueAt),
      act: (
        <RowLink
          href={`${paths.deal(loan.loanId)}#funding`}
          label="Open Funding"
          about={loan.loanTitle}
        />
      ),
    })),
    kindOf(today.approvals, approvals, (person) => ({
      key: person.id,
      what: `${person.companyName ? `${person.companyName}, ` : ''}${person.name} awaits approval`,
      where: person.email,
      details: `registered ${formatAge(person.createdAt)}`,
      act: (
        <ApproveButton
          userId={person.id}
          name={person.name}
          label={`Approve ${person.name}`}
          onDone={onDone}
        />
      ),
    })),
    kindOf(today.questions, { name: 'Questions without an answer' }, (question) => ({
      key: question.lenderId + question.loanId,
      what: `${nameOf(question)}: ${question.message}`,
      where: question.loanTitle,
      details: `asked ${formatAge(question.createdAt)}`,
      act: (
        <RowLink
          href={`${paths.loan(question.loanId)}?to=${question.lenderId}#messages`}
          label="Answer"
          about={`${question.lenderName} on ${question.loanTitle}`}
        />
      ),
    })),
    kindOf(today.accessRequests, { name: 'Requests for access' }, (request) => ({
      key: request.id,
      what: `${request.firmName} asks for access`,
      where: request.loanTitle,
      details: `asked ${formatAge(request.createdAt)}`,
      act: (
        <RowLink
          href={`${paths.loan(request.loanId)}#audience`}
          label="Admit or Decline"
          about={`${request.firmName} on ${request.loanTitle}`}
        />
      ),
    })),
    kindOf(today.failedMails, failedMails, (mail) => ({
      key: mail.id,
      what: `Email to ${mail.recipient} wasn't delivered`,
      where: mail.subject,
      details: formatAge(mail.createdAt),
      act: <SendAgain mail={mail} onDone={onDone} />,
    })),
    kindOf(today.oldBackups, { name: 'Backup' }, (backup) => ({
      key: backup.createdAt,
      what: `The last backup was made ${formatAge(backup.createdAt)}`,
      where: 'Make one with npm run backup, best every day at a set time',
      act: (
        <RowLink href={`${paths.help()}#${aboutBackups}`} label="How to Back Up" about="in Help" />
      ),
    })),
    kindOf(today.oversubscribed, oversubscribed, (loan) => ({
      key: loan.loanId,
      what: `Oversubscribed at ${formatShare(interestIn(loan))}`,
      where: loan.loanTitle,
      details: describeInterest(loan),
      act: <OpenBook loan={loan} />,
    })),
    kindOf(today.nearlyCovered, nearlyCovered, (loan) => ({
      key: loan.loanId,
      what: `Total interest of ${formatShare(interestIn(loan))}`,
      where: loan.loanTitle,
      details: describeInterest(loan),
      act: <OpenBook loan={loan} />,
    })),
    kindOf(today.staleSoft, staleSoft, (soft) => ({
      key: soft.id,
      what: `${nameOf(soft)}: soft ${formatShare(soft.percentage)} for ${daysSince(soft.createdAt)} days`,
      where: soft.loanTitle,
      whereHref: `${paths.book(soft.loanId)}?stage=soft#lenders`,
      details: formatCents(soft.amount),
      act:
        soft.isReachable === 'true' ? (
          <Button
            variant="outline"
            size="s"
            aria-label={`Ask to Firm Up: ${soft.lenderName} on ${soft.loanTitle}`}
            onClick={() => onFirmUp(soft)}
          >
            Ask to Firm Up
          </Button>
        ) : (
          <OpenBook loan={soft} />
        ),
    })),
  ]
}

/** Returns text such as "Northlight Fund, Elena Vasquez". */
const nameOf = ({
  lenderName,
  lenderCompanyName,
}: Pick<StaleSoft, 'lenderName' | 'lenderCompanyName'>) =>
  lenderCompanyName ? `${lenderCompanyName}, ${lenderName}` : lenderName

const approvals = {
  name: 'Approvals',
  all: { href: `${paths.admin()}?tab=pending`, label: 'Pending Approvals' },
}
const failedMails = {
  name: 'Failed emails',
  all: { href: `${paths.adminMail()}?state=failed`, label: 'Mail Outbox' },
}

/** Only a type is imported so that the dashboard doesn't load the help pages. */
const aboutBackups: HelpId = 'backups'

const byCoverage = { href: `${paths.adminExposure()}?sort=-coverage`, label: 'Exposure' }
const dueLoans = {
  name: 'Deadlines',
  all: { href: `${paths.loans()}?sort=due`, label: 'Browse Loans' },
}
const oversubscribed = { name: 'More soft interest than is available', all: byCoverage }
const nearlyCovered = { name: 'Total interest of 90% or more', all: byCoverage }
const staleSoft = {
  name: 'Soft interest of more than 14 days',
  all: { href: `${paths.adminExposure()}?sort=-soft`, label: 'Exposure' },
}

const interestIn = ({ committedPercentage, softPercentage }: Item<'nearlyCovered'>) =>
  sumPercent([committedPercentage, softPercentage])

function describeInterest(
  loan: Pick<Item<'nearlyCovered'>, 'committedPercentage' | 'softPercentage'>,
): string {
  const binding = `${formatShare(loan.committedPercentage)} binding`
  const hasSoft = isAboveZero(loan.softPercentage)
  const soft = hasSoft ? `, ${formatShare(loan.softPercentage)} soft` : ''
  return `${binding}${soft}`
}

/** Returns text such as "Commitments due in 3 days". */
const describeDue = (loan: Item<'due'>) =>
  `Commitments ${dueOf(loan)?.text.replace(/^was /, 'were ') ?? 'due'}`

/** What has passed or ends today or in the next two days is in amber. */
const urgencyOf = (moment: string) => ({ isWarning: isSoonOrPast(moment), dueAt: moment })

/** Once the time to answer is over, or everyone has answered, the administrator decides. */
function describeAnswers(
  { respondBy, asked, waiting }: Item<'openTerms'>,
  about: string,
  decision: string,
) {
  const isOver = new Date(respondBy) <= new Date()
  const lenders = `${waiting} of ${asked} ${asked === 1 ? 'lender' : 'lenders'}`
  const answers =
    waiting === 0
      ? 'all lenders have answered'
      : `${lenders} ${waiting === 1 ? "hasn't" : "haven't"} answered ${isOver ? 'in time' : 'yet'}`
  return {
    what: `${about}: ${answers}`,
    details: isOver || waiting === 0 ? decision : `until ${formatShortMoment(respondBy)}`,
    ...urgencyOf(respondBy),
  }
}

const RowLink = ({ href, label, about }: { href: string; label: string; about: string }) => (
  <ButtonLink href={href} variant="outline" size="s" aria-label={`${label}: ${about}`}>
    {label}
  </ButtonLink>
)

const OpenBook = ({
  loan: { loanId, loanTitle },
}: {
  loan: { loanId: string; loanTitle: string }
}) => <RowLink href={paths.book(loanId)} label="Open Book" about={loanTitle} />

interface ActProps {
  onDone: () => unknown
}

function SendAgain({ mail, onDone }: ActProps & { mail: Item<'failedMails'> }) {
  const send = useAction({
    act: () => call('resendMail', { params: { id: mail.id } }),
    done: () => ({ title: 'Email queued', description: `It's being sent to ${mail.recipient}.` }),
    failed: 'The email could not be sent again.',
    onDone,
  })
  return (
    <Button
      variant="outline"
      size="s"
      aria-label={`Send again: email to ${mail.recipient}`}
      busy={send.isPending}
      onClick={() => send.mutate()}
    >
      Send Again
    </Button>
  )
}
