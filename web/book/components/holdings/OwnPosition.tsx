import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { isLender, mayCommit } from '#domain/access.ts'
import { timeToAnswer } from '#domain/loans/dates/deadlines.ts'
import { takesCommitments } from '#domain/loans/permissions.ts'
import { formatCents, formatPart, formatShare } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { endpointQuery } from '#web/api/client.ts'
import { ActButtons, actsClass } from '#web/book/components/my-commitments/ActButtons.tsx'
import { ownActs, type OwnAction } from '#web/book/components/my-commitments/own-acts.ts'
import { useActing } from '#web/book/components/my-commitments/use-acting.tsx'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { SegmentSwatch } from '#web/ui/display/SegmentedBar.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { BoundOnceDecided } from './BoundOnceDecided.tsx'
import { awaitsTerms, shortageOf } from './soft-lines.ts'
import type { OwnHoldings } from './use-own-holdings.ts'

/**
 * The user's commitments to the loan, each with its actions and receipt. Renders nothing for an administrator without a
 * commitment.
 */
export function OwnPosition({ loan, own }: { loan: Loan; own: OwnHoldings }) {
  const { isAdmin, role } = useSession()
  const { lines, hasFailed, isLoading } = own
  const { act, dialog } = useActing(isLoading ? undefined : lines, own.refetch)
  const isHeld = lines.length > 0
  // Reserves the height of one commitment with its actions, to avoid layout shift. Other loans allow none.
  const mayCommitMore = takesCommitments(loan) && loan.takesCommitments === 'true'
  const reserved = mayCommitMore && '@3xl:min-h-24.5 print:min-h-0'
  return (
    <>
      {isHeld || hasFailed || (isLoading && !isAdmin) ? (
        <div
          className={cx(
            'grid content-start gap-2 rounded-lg bg-muted p-3 print:gap-0.5 print:p-0',
            reserved,
          )}
        >
          <h3 className="text-xs font-medium text-muted-foreground">
            {role === 'viewer' ? "Your Firm's Position" : 'Your Position'}
          </h3>
          <OpenOffer loan={loan} />
          {isHeld ? (
            <ul role="list" aria-label="Your lines" className="grid gap-3">
              {bindingFirst(lines).map((line) => (
                <OwnLine
                  key={line.id}
                  line={{ ...line, loan }}
                  onAct={(action) => act(action, line)}
                />
              ))}
            </ul>
          ) : hasFailed ? (
            <p>Your position couldn't be loaded.</p>
          ) : (
            <>
              <p className="sr-only">Loading...</p>
              <Skeleton className="h-5" />
            </>
          )}
        </div>
      ) : (
        !isAdmin && (
          // Has the height of the box, so that the button below doesn't move.
          <p
            className={cx(
              'text-[0.8125rem] text-muted-foreground @3xl:grid @3xl:content-end',
              reserved,
            )}
          >
            {mayCommitMore
              ? 'You hold nothing in this loan yet.'
              : 'You hold nothing in this loan.'}
          </p>
        )
      )}
      {/* The dialog is outside the box, because withdrawing the last commitment removes the box while the dialog is
          open. */}
      {dialog}
    </>
  )
}

const bindingFirst = (lines: OwnHoldings['lines']) =>
  lines.toSorted((a, b) => a.isSoftCommit.localeCompare(b.isSoftCommit))

function OwnLine({ line, onAct }: { line: Commitment; onAct: (action: OwnAction) => void }) {
  const isSoft = line.isSoftCommit === 'true'
  const share = formatShare(line.percentage)
  const subject = `${share} of ${line.loan.title}`
  const acts = ownActs(line)
  const reason = awaitsTerms(line) ? (
    <>
      <BoundOnceDecided loan={line.loan} />.
    </>
  ) : acts.length > 0 ? (
    shortageOf(line, line.loan)
  ) : null
  return (
    <li className="grid gap-2">
      <div>
        <p className="flex items-baseline justify-between gap-3">
          <span className="flex items-baseline gap-2">
            <SegmentSwatch look={isSoft ? 'hatch' : 'solid'} />
            {isSoft ? 'Soft' : 'Binding'} {share}
            <span className="text-[0.8125rem]">
              <ReceiptLink id={line.id} subject={subject} />
            </span>
          </span>
          <span className="font-medium">{formatCents(line.amount)}</span>
        </p>
        {line.madeBy !== null && (
          <p className="text-[0.8125rem] text-muted-foreground">By {line.madeBy}</p>
        )}
        {line.isOnBehalf === 'true' && (
          <p className="text-[0.8125rem] text-muted-foreground">Recorded on your behalf</p>
        )}
      </div>
      {acts.length > 0 && (
        <div className={cx(actsClass, 'print:hidden')}>
          <ActButtons commitment={line} subject={subject} onAct={onAct} isOnLoan />
        </div>
      )}
      {reason && <p className="text-xs text-muted-foreground">{reason}</p>}
    </li>
  )
}

/** Names the offer that the firm has to answer, and leads to its card. */
function OpenOffer({ loan: { id, bookStage } }: { loan: Loan }) {
  const { role } = useSession()
  const { data } = useQuery({
    ...endpointQuery('listOwnOffers', { query: { loanId: id, limit: '1' } }),
    enabled: bookStage === 'offered' && isLender(role),
  })
  const offer = data?.find(({ state }) => state === 'offered')
  if (!offer) return null
  const { added, addedAmount, respondBy } = offer
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-[0.8125rem]">
      <p>
        Offered {formatPart(added, addedAmount)}
        <br />
        {describeTime(respondBy)}
      </p>
      <ButtonLink href={`${paths.loan(id)}#allocation`} variant="outline" size="s">
        {mayCommit(role) ? 'Answer Offer' : 'View Offer'}
      </ButtonLink>
    </div>
  )
}

const describeTime = (respondBy: string, now = new Date()) =>
  new Date(respondBy) <= now
    ? 'The time to answer is over'
    : `Answer ${timeToAnswer(respondBy, now)}`
