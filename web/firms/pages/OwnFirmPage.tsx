import { Mail } from 'lucide-react'
import type { OwnFirm } from '#contract/firms/shapes.ts'
import { firmRoleLabels, firmRoleRights, firmRoles } from '#domain/access.ts'
import { call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { OpenInvitations } from '#web/firms/components/OpenInvitations.tsx'
import { PeopleCard } from '#web/firms/components/PeopleCard.tsx'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { refreshSession, useSession } from '#web/session.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { HeadingSkeleton, Skeleton } from '#web/ui/display/Skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeCommitters } from '#web/viewer-reason.ts'

const NameFirmDialog = onDemand(() =>
  import('#web/firms/components/NameFirmDialog.tsx').then((part) => part.NameFirmDialog<OwnFirm>),
)
const InviteColleagueDialog = onDemand(() =>
  import('#web/firms/components/InviteColleagueDialog.tsx').then(
    (part) => part.InviteColleagueDialog,
  ),
)

export function OwnFirmPage() {
  const { data, error, isFetching, isRefetchError, refetch } = useQuery({
    ...endpointQuery('getOwnFirm'),
    refetchOnMount: 'always',
  })
  if (!data && error)
    return (
      <div className="grid gap-5">
        <h1 className="text-title font-semibold tracking-tight">Your Firm</h1>
        <ErrorCard
          title="Your firm couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    )
  if (!data)
    return (
      <div className="grid gap-5">
        <h1 className="sr-only">Your Firm</h1>
        <HeadingSkeleton />
        <Skeleton className="h-60 rounded-xl" />
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-5">
      {isRefetchError && <NotUpToDate error={error} />}
      <Firm firm={data} />
    </div>
  )
}

function Firm({ firm }: { firm: OwnFirm }) {
  const [dialog, setDialog] = useState<'name' | 'invite' | null>(null)
  const close = () => setDialog(null)
  const people = firm.people ?? []
  const invite = firm.can.includes('invite') && (
    <Button
      onPointerEnter={InviteColleagueDialog.preload}
      onFocus={InviteColleagueDialog.preload}
      onClick={() => setDialog('invite')}
    >
      <Mail aria-hidden="true" />
      Invite a Colleague
    </Button>
  )
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-title font-semibold tracking-tight wrap-anywhere">
            {firm.displayName}
          </h1>
          <p className="text-muted-foreground">
            {firm.name === null
              ? 'No firm name yet, so others see the name of its first person.'
              : 'Your firm. Its people share commitments, questions and answers.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {firm.can.includes('rename') && (
            <Button
              variant="outline"
              onPointerEnter={NameFirmDialog.preload}
              onFocus={NameFirmDialog.preload}
              onClick={() => setDialog('name')}
            >
              {firm.name === null ? 'Name Your Firm' : 'Rename'}
            </Button>
          )}
          {invite}
        </div>
      </header>
      {firm.people === null && <OwnRole firm={firm} />}
      {people.length > 1 && <PeopleCard people={people} />}
      {firm.can.includes('invite') && (
        <PartBoundary>
          <Invitations />
        </PartBoundary>
      )}
      <Roles firm={firm} />
      {dialog === 'name' && (
        <NameFirmDialog
          title="Name Your Firm"
          name={firm.name}
          save={(name) => call('updateOwnFirm', { body: { name } })}
          onSaved={() => void refreshSession()}
          onClose={close}
        />
      )}
      {dialog === 'invite' && <InviteColleagueDialog firmName={firm.displayName} onClose={close} />}
    </>
  )
}

/** For people who don't manage the firm: what they may do, and who does the rest. */
function OwnRole({ firm }: { firm: OwnFirm }) {
  const { role } = useSession()
  const isPending = role === 'pending'
  return (
    <Card as="section" aria-labelledby="own-role">
      <CardHeader>
        <CardTitle id="own-role" className="flex flex-wrap items-center gap-2">
          You're a {firmRoleLabels[firm.firmRole].toLowerCase()}
          {isPending && <Badge tone="warning">Awaiting approval</Badge>}
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-1 pt-2!">
        {isPending ? (
          <p>Your role takes effect once we have approved your account.</p>
        ) : firm.firmRole === 'viewer' ? (
          <p>
            You read loans, documents and the firm's positions, and ask questions.{' '}
            {describeCommitters(firm.committers)}
          </p>
        ) : (
          <p>You commit for the firm, and change and withdraw its commitments.</p>
        )}
        {!isPending && (
          <p className="text-muted-foreground">
            A manager of your firm changes roles and invites people.
          </p>
        )}
      </CardContent>
    </Card>
  )
}

function Roles({ firm }: { firm: OwnFirm }) {
  return (
    <Card as="section" aria-labelledby="firm-roles">
      <CardHeader action={<HelpLink to="your-firm">More about firms</HelpLink>}>
        <CardTitle id="firm-roles">Roles</CardTitle>
      </CardHeader>
      <CardContent className="pt-2!">
        <dl className="grid gap-2">
          {firmRoles.map((role) => (
            <div key={role} className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
              <dt className="flex items-center gap-2 font-medium">
                {firmRoleLabels[role]}
                {role === firm.firmRole && <Badge>You</Badge>}
              </dt>
              <dd className="text-muted-foreground">{firmRoleRights[role]}</dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}

function Invitations() {
  const query = useQuery(endpointQuery('listFirmInvitations'))
  return (
    <FetchedList
      query={query}
      failed="The invitations couldn't be loaded"
      skeleton={<Skeleton className="h-24 rounded-xl" />}
      empty={null}
    >
      {(invitations) => <OpenInvitations invitations={invitations} />}
    </FetchedList>
  )
}
