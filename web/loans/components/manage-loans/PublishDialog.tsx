import { Check, ChevronRight, CircleAlert } from 'lucide-react'
import type { LoanAudience } from '#contract/audience/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { audienceLabels } from '#domain/audience/audiences.ts'
import { newLoanSubject } from '#domain/loans/credit/new-loan-subject.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { MailFrame } from '#web/ui/display/MailFrame.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { isChangedMeanwhile } from './changed-meanwhile.ts'
import {
  audienceCheck,
  publicationChecks,
  type PublicationCheck,
  type PublicationPlace,
} from './publication-checks.ts'

export interface PublishDialogProps {
  loan: Pick<Loan, 'id' | 'title'>
  /** Replaces this dialog with the form field or dialog in which the user can complete a check. */
  onComplete: (place: PublicationPlace) => void
  onClose: () => void
}

/**
 * Publishes a draft after showing its checklist and who will be notified. If the loan has changed since then, the
 * server returns an error and the user must review the checklist again.
 */
export function PublishDialog({ loan: { id, title }, onComplete, onClose }: PublishDialogProps) {
  const publication = useQuery({
    ...endpointQuery('getPublication', { params: { id } }),
    // The dialog waits for current data, because a decision must not be based on outdated data.
    gcTime: 0,
    // The checklist isn't refetched in the background, because it must not change unnoticed before confirmation.
    enabled: ({ state }) => state.data === undefined,
  })
  const documents = useQuery({
    ...endpointQuery('listLoanDocuments', { params: { loanId: id } }),
    refetchOnMount: 'always',
  })
  const audience = useQuery({
    ...endpointQuery('getAudience', { params: { id } }),
    refetchOnMount: 'always',
  })
  const [isNotifyingAgain, setNotifyingAgain] = useState(false)
  const found = publication.data
  const wasTold = found?.wasPublished === 'true' && found.lendersToNotify > 0
  const told = found && (wasTold && !isNotifyingAgain ? 0 : found.lendersToNotify)
  const publish = useAction({
    act: () =>
      call('publishLoan', {
        params: { id },
        body: {
          version: found?.loan.version,
          notifyAgain: isNotifyingAgain ? 'true' : 'false',
        },
      }),
    done: () => ({
      title: 'Loan published',
      description: (
        <>
          <Link href={paths.loan(id)} className="underline underline-offset-4">
            {title}
          </Link>
          {told !== undefined && `: ${describePeople(told)} notified`}
        </>
      ),
    }),
    failed: 'Failed to publish loan',
    onDone: onClose,
  })
  const changed = isChangedMeanwhile(publish.error) ? publish.error : null
  const failure = changed ?? publication.error ?? documents.error ?? audience.error
  const isFetching = publication.isFetching || documents.isFetching || audience.isFetching
  async function lookAgain() {
    await Promise.all([publication.refetch(), documents.refetch(), audience.refetch()])
    publish.reset()
  }
  const isMailed = useQuery(endpointQuery('getMailStatus')).data?.transport !== 'folder'
  const isTeaser = audience.data?.audience === 'teaser'
  const notified = audience.data && describeCount(told ?? 0, notifiedFirms(audience.data).length)
  const checks =
    found && documents.data && audience.data
      ? [...publicationChecks(found.loan, documents.data), audienceCheck(audience.data)]
      : []
  const missing = checks.filter(({ isComplete }) => !isComplete).length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Publish Loan"
      description={title}
      busy={publish.isPending}
      footer={
        <>
          {told !== undefined && audience.data && !failure && (
            <p className="min-w-full text-muted-foreground">
              <span className="font-medium text-foreground">
                {audienceLabels[audience.data.audience]}
              </span>{' '}
              · notifies {notified}
              {told !== 0 && !isMailed && ', in the app only'}
              {missing > 0 && (
                <span className="block text-warning">
                  {missing} of {checks.length} checks missing
                </span>
              )}
            </p>
          )}
          <ButtonLink
            href={`${paths.loan(id)}?as=${isTeaser ? 'teaser' : 'lender'}`}
            variant="ghost"
            className="mr-auto"
            onClick={onClose}
          >
            See as a Lender
          </ButtonLink>
          <Button variant="outline" disabled={publish.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={publish.isPending}
            // Only the first request disables the button, because a later one must not disable it during a click.
            disabled={
              !found ||
              !documents.isFetchedAfterMount ||
              !audience.isFetchedAfterMount ||
              failure !== null
            }
            onClick={() => publish.mutate()}
          >
            Publish
          </Button>
        </>
      }
    >
      {failure ? (
        <ErrorCard
          title={changed ? 'This loan changed' : "The check list couldn't be loaded"}
          message={errorMessage(failure, failure.message)}
          {...(changed && { retryLabel: 'Look Again', autoFocus: true })}
          busy={isFetching}
          onRetry={() => void lookAgain()}
        />
      ) : found && documents.data && audience.data ? (
        <div className="grid gap-4">
          <CheckList checks={checks} onComplete={onComplete} />
          <div className="grid gap-1">
            <p>
              Who will be notified:{' '}
              <strong className="font-semibold" aria-live="polite">
                {notified}
              </strong>
            </p>
            {wasTold ? (
              <Checkbox
                label="Notify lenders again"
                hint="They were notified when this loan was published before."
                checked={isNotifyingAgain}
                onChange={({ target }) => setNotifyingAgain(target.checked)}
              />
            ) : (
              <p className="text-muted-foreground">
                {told === 0
                  ? describeNobody(audience.data)
                  : describeNotified[audience.data.audience]}
              </p>
            )}
            {told !== 0 && !isMailed && (
              <p className="text-warning">
                In the app only: email isn't set up, so no email is delivered.
              </p>
            )}
            {told !== 0 && <NotifiedByFirm audience={audience.data} />}
            {told !== 0 && <MailPreview loan={found.loan} isTeaser={isTeaser} />}
            <HelpLink to="drafts" newTab>
              How publishing works
            </HelpLink>
          </div>
        </div>
      ) : (
        <Spinner className="py-16" />
      )}
    </Dialog>
  )
}

const describePeople = (people: number) =>
  people === 0 ? 'nobody' : people === 1 ? '1 person' : `${people} people`

/** Returns text such as "23 people at 15 firms". */
const describeCount = (people: number, firms: number) =>
  people === 0
    ? 'nobody'
    : `${describePeople(people)} at ${firms === 1 ? '1 firm' : `${firms} firms`}`

const notifiedFirms = ({ firms }: LoanAudience) =>
  firms.filter(({ sees, people }) => sees !== 'nothing' && people.length > 0)

const describeNotified = {
  everyone: 'Every approved lender sees the loan and is notified right away.',
  teaser: 'Admitted firms see the whole loan, the others a teaser. All are notified right away.',
  invited: 'Only the admitted firms see the loan, and are notified right away.',
} as const

const describeNobody = ({ audience, firms }: LoanAudience) =>
  audience === 'invited' && firms.length > 0
    ? 'Nobody but administrators sees the loan until you admit a firm.'
    : "You don't have lenders yet. Those you invite will see the loan in their lists."

function NotifiedByFirm({ audience }: { audience: LoanAudience }) {
  const firms = notifiedFirms(audience)
  const titles = firms.map(titleOfFirm)
  return (
    <details className="my-1">
      <summary className="cursor-pointer font-medium text-primary">By firm</summary>
      <ul
        role="list"
        aria-label="Notified firms"
        className="my-2 grid max-h-60 gap-1 overflow-y-auto text-[0.8125rem]"
      >
        {firms.map((firm, place) => {
          const { id, sees } = firm
          const names = firm.people.map(({ name }) => name).join(', ')
          const isOwn =
            firm.companyName !== null &&
            titles.some((title, other) => other !== place && title === titles[place])
          return (
            <li key={id} className="wrap-anywhere">
              <span className="font-medium">{titleOfFirm(firm)}</span>
              <span className="text-muted-foreground">
                {names !== titleOfFirm(firm) && ` · ${isOwn ? `own firm of ${names}` : names}`}
                {sees === 'teaser' && ' · teaser'}
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** The email that most lenders will get. It is loaded only when the user opens it. */
function MailPreview({ loan, isTeaser }: { loan: Loan; isTeaser: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const subject = newLoanSubject(loan)
  return (
    <details className="my-1" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-medium text-primary">
        {isTeaser ? 'The email as lenders without access get it' : 'The email as lenders get it'}
      </summary>
      <p className="my-2 wrap-anywhere">
        <span className="text-muted-foreground">Subject:</span> {subject}
      </p>
      {isOpen && <MailFrame src={`/api/admin/loans/${loan.id}/mail`} title={subject} />}
    </details>
  )
}

interface CheckListProps {
  checks: PublicationCheck[]
  onComplete: (place: PublicationPlace) => void
}

function CheckList({ checks, onComplete }: CheckListProps) {
  const missing = checks.filter(({ isComplete }) => !isComplete).length
  const missingFirst = checks.toSorted((a, b) => Number(a.isComplete) - Number(b.isComplete))
  return (
    <div className="grid gap-2">
      <p className="font-medium">
        {missing === 0
          ? 'All checks are complete.'
          : `${checks.length - missing} of ${checks.length} complete. You can publish without the others.`}
      </p>
      <ul
        role="list"
        aria-label="Check List"
        className="divide-y overflow-hidden rounded-lg border"
      >
        {missingFirst.map(({ name, isComplete, note, place }) => {
          const Icon = isComplete ? Check : CircleAlert
          return (
            <li key={name}>
              <button
                type="button"
                className="flex w-full cursor-pointer items-start gap-2.5 px-3 py-1.5 text-left -outline-offset-2 hover:bg-muted/55 max-md:min-h-10 max-md:items-center max-md:gap-2"

                onClick={() => onComplete(place)}
              >
                <Icon
                  aria-hidden="true"
                  className={cx(
                    'mt-0.5 size-4 shrink-0',
                    isComplete ? 'text-success' : 'text-warning',
                  )}
                />
                <span className="flex min-w-0 flex-1 max-md:items-center max-md:gap-2">
                  <span className="block w-28 shrink-0 font-medium max-md:w-26">{name}</span>
                  <span className="block min-w-0 flex-1 wrap-anywhere text-muted-foreground max-md:text-[0.8125rem] max-md:leading-4.5">
                    {note}
                  </span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  className="mt-0.5 size-4 shrink-0 text-muted-foreground"
                />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
