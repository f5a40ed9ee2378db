import type { FirmProposal } from '#contract/firms/shapes.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { namesOf, planOf } from './firm-plan.ts'

const MergeDialog = onDemand(() => import('./MergeDialog.tsx').then((part) => part.MergeDialog))

const isMergeable = (proposal: FirmProposal) => planOf(proposal).movable.length > 0

/** A line on the page of a firm whose people gave the same company as others. Renders nothing for other firms. */
export function DuplicateHint({ firmId }: { firmId: string }) {
  const { data } = useQuery(endpointQuery('listFirmProposals'))
  const { keepFocus } = useKeptFocus()
  const [, navigate] = useLocation()
  const [isMerging, setMerging] = useState(false)
  const found = data?.find(
    (each) => isMergeable(each) && each.firms.some(({ id }) => id === firmId),
  )
  if (!found) return null
  const others = found.firms.filter(({ id }) => id !== firmId)
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
      <p className="font-medium wrap-anywhere text-warning">
        Possible duplicate of: {others.map(nameOther).join('; ')}
      </p>
      <Button variant="outline" size="s" onClick={() => setMerging(true)}>
        Merge…
      </Button>
      {isMerging && (
        <MergeDialog
          proposal={found}
          // The merge ends a firm that everyone leaves.
          onDone={(keptId) => (keptId === firmId ? keepFocus() : navigate(paths.adminFirm(keptId)))}
          onClose={() => setMerging(false)}
        />
      )}
    </div>
  )
}

/** Returns text such as "Kim Aldous, awaiting approval". */
function nameOther({ name, displayName, peopleList }: FirmProposal['firms'][number]) {
  const title = name ?? (namesOf(peopleList) || displayName)
  const isPending = peopleList.every(({ state }) => state === 'pending')
  return isPending ? `${title}, awaiting approval` : title
}

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
  const proposals = data?.filter(isMergeable) ?? []
  if (proposals.length === 0) return null
  const proposal = proposals.find(({ companyName }) => companyName === chosen)
  return (
    <Card as="section" aria-labelledby="firm-proposals" className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle ref={title} id="firm-proposals" tabIndex={-1} className="outline-none">
          Possible Duplicates
        </CardTitle>
        <CardDescription>
          People of different firms gave the same company. Nothing changes until you merge them.
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
              aria-label={`Merge: ${each.companyName}`}
              onClick={() => setChosen(each.companyName)}
            >
              Merge…
            </Button>
          </li>
        ))}
      </ul>
      {proposal && (
        <MergeDialog proposal={proposal} onDone={keepFocus} onClose={() => setChosen(null)} />
      )}
    </Card>
  )
}

function sentenceOf({ companyName, firms }: FirmProposal) {
  const people = firms.reduce((sum, { peopleList }) => sum + peopleList.length, 0)
  return `${people} people say they are of ${companyName}`
}
