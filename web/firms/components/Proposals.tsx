import type { FirmProposal } from '#contract/firms/shapes.ts'
import { firmRoles, type FirmRole } from '#domain/access.ts'
import { firmRoleLabels } from '#domain/firms/people.ts'
import { call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planOf, type ProposedFirm, type ProposedPerson } from './firm-plan.ts'

/** Firms whose people gave the same company. Renders nothing without a proposal by which a person can be moved. */
export function Proposals() {
  const { title, keepFocus } = useKeptFocus()
  const { data, error, isRefetchError, isFetching, refetch } = useQuery(
    endpointQuery('listFirmProposals'),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data && error)
    return (
      <ErrorCard
        title="The proposals couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const proposals = data?.filter((proposal) => planOf(proposal).moved.length > 0) ?? []
  if (proposals.length === 0) return null
  const proposal = proposals.find(({ companyName }) => companyName === chosen)
  return (
    <Card as="section" aria-labelledby="firm-proposals" className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle ref={title} id="firm-proposals" tabIndex={-1} className="outline-none">
          Perhaps one firm
        </CardTitle>
        <CardDescription>
          These people gave the same company. Nothing changes until you put them together.
        </CardDescription>
      </CardHeader>
      {isRefetchError && <NotUpToDate error={error} className="border-t px-4.5 py-2" />}
      <ul role="list" className="divide-y border-t">
        {proposals.map((each) => (
          <li
            key={each.companyName}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-2.5"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere">{sentenceOf(each)}</p>
              <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
                {each.firms
                  .flatMap(({ peopleList }) => peopleList.map(({ name }) => name))
                  .join(', ')}
              </p>
            </div>
            <Button
              variant="outline"
              size="s"
              aria-label={`Put Together: ${each.companyName}`}
              onClick={() => setChosen(each.companyName)}
            >
              Put Together…
            </Button>
          </li>
        ))}
      </ul>
      {proposal && (
        <PutTogetherDialog proposal={proposal} onDone={keepFocus} onClose={() => setChosen(null)} />
      )}
    </Card>
  )
}

function sentenceOf({ companyName, firms }: FirmProposal) {
  const people = firms.reduce((sum, { peopleList }) => sum + peopleList.length, 0)
  return `${people} people say they are of ${companyName}`
}

interface PutTogetherDialogProps {
  proposal: FirmProposal
  onDone: () => unknown
  onClose: () => void
}

function PutTogetherDialog({ proposal, onDone, onClose }: PutTogetherDialogProps) {
  const { companyName, firms } = proposal
  const [keptId, setKeptId] = useState<string>()
  const [roles, setRoles] = useState<Record<string, FirmRole>>({})
  const { kept, moved, left } = planOf(proposal, keptId)
  const roleOf = ({ id }: ProposedPerson) => roles[id] ?? 'committer'
  const join = useAction({
    async act() {
      if (!kept) return
      if (kept.name === null)
        await call('updateFirm', { params: { id: kept.id }, body: { name: companyName } })
      for (const person of moved)
        await call('updateUser', {
          params: { id: person.id },
          body: { firmId: kept.id, firmRole: roleOf(person) },
        })
    },
    done: () => ({ title: 'Put together', description: `${companyName} is one firm now.` }),
    failed: 'Not everyone was moved. The list shows who still is in another firm.',
    onDone() {
      onClose()
      onDone()
    },
  })
  const candidates = firms.filter((firm) => planOf(proposal, firm.id).moved.length > 0)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Put ${companyName} Together?`}
      description="From then on they share positions, questions and answers. Each is signed out once."
      busy={join.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (!join.isPending) join.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={join.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={join.isPending} disabled={moved.length === 0}>
            Put Together
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {candidates.length > 1 ? (
          <Field label="Firm that stays" hint="Its people keep their roles.">
            <NativeSelect value={kept?.id} onChange={({ target }) => setKeptId(target.value)}>
              {candidates.map((firm) => (
                <option key={firm.id} value={firm.id}>
                  {describe(firm)}
                </option>
              ))}
            </NativeSelect>
          </Field>
        ) : (
          <p>
            The firm of <strong className="font-medium">{kept && describe(kept)}</strong> stays,
            with its positions and roles.
          </p>
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium">Who joins it, and in which role</legend>
          {moved.map((person) => (
            <div key={person.id} className="flex flex-wrap items-center justify-between gap-2">
              <div className="min-w-0 flex-1 basis-40">
                <p className="wrap-anywhere">{person.name}</p>
                <p className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
                  {person.email}
                </p>
              </div>
              <NativeSelect
                aria-label={`Role of ${person.name}`}
                className="w-36"
                value={roleOf(person)}
                onChange={({ target }) => {
                  const role = firmRoles.find((each) => each === target.value)
                  if (role) setRoles({ ...roles, [person.id]: role })
                }}
              >
                {firmRoles.map((role) => (
                  <option key={role} value={role}>
                    {firmRoleLabels[role]}
                  </option>
                ))}
              </NativeSelect>
            </div>
          ))}
        </fieldset>
        {left.length > 0 && (
          <p className="rounded-lg bg-secondary px-3 py-2 text-secondary-foreground">
            {left.map(({ name }) => name).join(', ')}{' '}
            {left.length === 1 ? 'stays a firm' : 'stay firms'} apart, because commitments or
            messages of theirs would lose their people.
          </p>
        )}
      </div>
    </Dialog>
  )
}

const describe = ({ name, displayName, peopleList }: ProposedFirm) =>
  name === null || peopleList.length === 0
    ? displayName
    : `${name} (${peopleList.map((person) => person.name).join(', ')})`
