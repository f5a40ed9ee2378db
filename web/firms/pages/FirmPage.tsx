import { ArrowLeft, ChevronDown, Mail } from 'lucide-react'
import type { FirmOfAdmin } from '#contract/firms/shapes.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { formatCents, formatMillions, isAboveZero } from '#domain/money.ts'
import { ApiError, call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { FirmNote } from '#web/firms/components/FirmNote.tsx'
import {
  describeMissing,
  DocumentsRead,
  FirmedUp,
  Passes,
  Positions,
  Questions,
} from '#web/firms/components/FirmRecords.tsx'
import { DuplicateHint } from '#web/firms/components/Proposals.tsx'
import { OpenInvitations } from '#web/firms/components/OpenInvitations.tsx'
import { PeopleCard } from '#web/firms/components/PeopleCard.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { usePageTitle } from '#web/addresses/page-title.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatAge, formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Figures } from '#web/ui/display/Figures.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'

const NameFirmDialog = onDemand(() =>
  import('#web/firms/components/NameFirmDialog.tsx').then(
    (part) => part.NameFirmDialog<FirmOfAdmin>,
  ),
)
const InviteColleagueDialog = onDemand(() =>
  import('#web/firms/components/InviteColleagueDialog.tsx').then(
    (part) => part.InviteColleagueDialog,
  ),
)
const ConfirmDialog = onDemand(() =>
  import('#web/ui/overlays/ConfirmDialog.tsx').then((part) => part.ConfirmDialog),
)

export function FirmPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, isRefetchError, refetch } = useQuery({
    ...endpointQuery('getFirm', { params: { id } }),
    refetchOnMount: 'always',
  })
  const isMissing = error instanceof ApiError && error.status === 404
  usePageTitle(isMissing ? 'Firm not found' : data && titleOf(data))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="-mb-1">
        <ButtonLink href={paths.adminFirms()} variant="ghost" size="s" className="-ml-2.5">
          <ArrowLeft aria-hidden="true" />
          Back to Firms
        </ButtonLink>
      </div>
      {data && !isMissing ? (
        <>
          {isRefetchError && <NotUpToDate error={error} />}
          <Firm firm={data} />
        </>
      ) : (
        <>
          <h1 className="text-title font-semibold tracking-tight">
            {isMissing ? 'Firm not found' : 'Firm'}
          </h1>
          {isMissing ? (
            <EmptyState
              title="This firm isn't here"
              text="It may have ended with its only person."
            />
          ) : error ? (
            <ErrorCard
              title="The firm couldn't be loaded"
              message={errorMessage(error, error.message)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <>
              <p role="status" className="text-muted-foreground">
                Loading...
              </p>
              <Skeleton className="h-28 rounded-xl" />
              <Skeleton className="h-72 rounded-xl" />
            </>
          )}
        </>
      )}
    </div>
  )
}

function Firm({ firm }: { firm: FirmOfAdmin }) {
  const { id, peopleList, invitations } = firm
  const isOriginator = firm.isOriginator === 'true'
  const spoke = firm.questions.length + firm.passes.length > 0
  return (
    <>
      <FirmHeader firm={firm} />
      {isOriginator ? (
        <EmptyState
          title="This is your own firm"
          text="It holds what no lender has taken, and the announcements. Administrators act for it, so it has no people."
        />
      ) : (
        <>
          {firm.activeLoans > 0 && (
            <Figures
              label="Firm figures"
              className="grid-cols-2 xl:grid-cols-4"
              figures={figuresOf(firm)}
            />
          )}
          <Positions firm={firm} />
          <PeopleCard
            people={peopleList}
            isAdminPage
            empty={
              <EmptyState
                className="border-t"
                title="Nobody belongs to this firm yet"
                text="Invite its people, or move them here with Edit in Manage Users."
              />
            }
          />
          <OpenInvitations invitations={invitations} isAdminPage />
          <div className={cx('grid items-start gap-4', spoke && 'lg:grid-cols-2')}>
            {spoke && (
              <div className="grid grid-cols-1 gap-4">
                <Questions firm={firm} />
                <Passes firm={firm} />
              </div>
            )}
            <div className="grid grid-cols-1 gap-4">
              <FirmNote key={id} firm={firm} />
              <DocumentsRead firm={firm} />
              <FirmedUp firm={firm} />
            </div>
          </div>
          <p className="text-[0.8125rem] text-muted-foreground empty:hidden">
            {describeMissing(firm)}
          </p>
        </>
      )}
    </>
  )
}

type Act = 'rename' | 'invite' | 'deactivate' | 'reactivate'

function FirmHeader({ firm }: { firm: FirmOfAdmin }) {
  const { id, name, can, createdAt, lastSignAt, deactivatedAt } = firm
  const title = titleOf(firm)
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const isOriginator = firm.isOriginator === 'true'
  const rest = [
    ...(can.includes('rename') ? [choice('rename', name === null ? 'Name…' : 'Rename…')] : []),
    ...(deactivatedAt === null
      ? [
          {
            ...choice('deactivate', 'Deactivate…'),
            disabled: !can.includes('deactivate'),
            hint: can.includes('deactivate') ? undefined : whyKept(firm),
          },
        ]
      : [choice('reactivate', 'Reactivate…')]),
  ]
  function choice(chosen: Act, label: string) {
    return { label, onSelect: () => setAct(chosen) }
  }
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-title font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {isOriginator && <Badge tone="info">Originator</Badge>}
          {deactivatedAt !== null && <Badge>Deactivated</Badge>}
        </div>
        <p className="text-[0.8125rem] text-muted-foreground">
          {[
            ...(name === null && !isOriginator ? describeUnnamed(firm) : []),
            `${name === null && !isOriginator ? 'since' : 'Since'} ${formatDate(createdAt)}`,
            !isOriginator &&
              (lastSignAt ? `last active ${formatAge(lastSignAt)}` : 'not active yet'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {!isOriginator && <DuplicateHint firmId={id} />}
      </div>
      {!isOriginator && (
        <div className="flex flex-wrap gap-2">
          {can.includes('invite') && (
            <Button variant="outline" onClick={() => setAct('invite')}>
              <Mail aria-hidden="true" />
              Invite
            </Button>
          )}
          <ActionMenu
            trigger={
              <Button variant="outline" aria-label="Actions for the firm">
                Actions
                <ChevronDown aria-hidden="true" />
              </Button>
            }
            actions={rest}
          />
        </div>
      )}
      {act === 'rename' && (
        <NameFirmDialog
          title={`Name ${title}`}
          name={name}
          save={(typed) => call('updateFirm', { params: { id }, body: { name: typed } })}
          onClose={close}
        />
      )}
      {act === 'invite' && <InviteColleagueDialog firmName={title} firmId={id} onClose={close} />}
      {(act === 'deactivate' || act === 'reactivate') && (
        <EndDialog firm={firm} act={act} onClose={close} />
      )}
    </header>
  )
}

/** A firm without a name goes by its person's company or, without one, by the person. */
const describeUnnamed = ({ companyName, displayName }: FirmOfAdmin) =>
  companyName ? [displayName, "Named after its person's company"] : ['No firm name yet']

const whyKept = ({ peopleList }: FirmOfAdmin) =>
  peopleList.some(({ isAdmin, state }) => isAdmin === 'true' && state === 'active')
    ? 'An administrator belongs to it.'
    : 'It holds binding commitments. Release them first.'

interface EndDialogProps {
  firm: FirmOfAdmin
  act: 'deactivate' | 'reactivate'
  onClose: () => void
}

function EndDialog({ firm, act, onClose }: EndDialogProps) {
  const { id, softAmount } = firm
  const isEnd = act === 'deactivate'
  const change = useAction({
    act: () => call(isEnd ? 'deactivateFirm' : 'reactivateFirm', { params: { id } }),
    done: () => ({ title: isEnd ? 'Firm deactivated' : 'Firm reactivated' }),
    failed: isEnd ? "The firm wasn't deactivated" : "The firm wasn't reactivated",
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${isEnd ? 'Deactivate' : 'Reactivate'} ${titleOf(firm)}?`}
      text={
        isEnd
          ? `Its people are signed out and can no longer sign in. Its soft commitments${isAboveZero(softAmount) ? ` of ${formatCents(softAmount)}` : ''} are withdrawn, and its invitations and admissions end. Records stay. You can reactivate the firm later.`
          : 'The people who were deactivated with it can sign in again. Withdrawn commitments stay withdrawn.'
      }
      confirmLabel={isEnd ? 'Deactivate' : 'Reactivate'}
      destructive={isEnd}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    />
  )
}

function admissionsOf({ admittedLoans, accessRequests }: FirmOfAdmin): string {
  if (accessRequests > 0)
    return accessRequests === 1 ? 'Asks for access to 1' : `Asks for access to ${accessRequests}`
  return admittedLoans > 0 ? `Binding or soft; admitted to ${admittedLoans}` : 'Binding or soft'
}

const titleOf = (firm: FirmOfAdmin) => titleOfFirm({ ...firm, name: firm.displayName })

const figuresOf = (firm: FirmOfAdmin) => [
  {
    name: 'Binding',
    value: formatMillions(firm.bindingAmount),
    subtitle: formatCents(firm.bindingAmount),
  },
  { name: 'Soft', value: formatMillions(firm.softAmount), subtitle: formatCents(firm.softAmount) },
  { name: 'On Loans', value: String(firm.activeLoans), subtitle: admissionsOf(firm) },
  {
    name: 'People',
    value: String(firm.people),
    subtitle: firm.pending > 0 ? `${firm.pending} awaiting approval` : 'Active',
  },
]
