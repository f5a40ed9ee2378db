import type { LegalHistory, LegalVersion } from '#contract/settings/shapes.ts'
import {
  builtInVersion,
  legalKinds,
  legalTitles,
  type LegalKind,
} from '#domain/settings/legal-texts.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useFormArrival } from '#web/ui/fields/use-form-arrival.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'

export function LegalCard() {
  const query = useQuery(endpointQuery('getLegalHistory'))
  const [open, setOpen] = useState<Opened | null>(null)
  const history = query.data
  if (query.isError && !history)
    return (
      <ErrorCard
        title="The terms and the privacy policy couldn't be loaded"
        message={errorMessage(query.error, 'Please try again.')}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <Card as="section" aria-labelledby="legal" className="scroll-mt-18">
      <CardHeader>
        <CardTitle id="legal">Terms and Privacy</CardTitle>
        <CardDescription>
          Everyone who registers accepts the versions in force. Have your own texts read by a
          lawyer.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {!history ? (
          <Skeleton className="h-40" />
        ) : (
          <>
            <Kinds history={history} onOpen={setOpen} />
            <Accepted accepted={history.accepted} />
          </>
        )}
      </CardContent>
      {open && history && (
        <LegalDialog {...open} newest={history[open.kind]} onClose={() => setOpen(null)} />
      )}
    </Card>
  )
}

interface Opened {
  kind: LegalKind
  act: 'edit' | 'history'
}

/** The card is mounted together with its content so that links to its URL fragment work. */
function Kinds({ history, onOpen }: { history: LegalHistory; onOpen: (opened: Opened) => void }) {
  const place = useFormArrival<HTMLUListElement>('terms')
  return (
    <ul ref={place} role="list" className="divide-y rounded-lg border">
      {legalKinds.map((kind) => (
        <li
          key={kind}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
        >
          <div className="min-w-0 max-sm:w-full">
            <Link
              href={paths[kind]()}
              className="font-medium underline-offset-4 hover:underline max-md:inline-block max-md:py-2.5"
            >
              {legalTitles[kind]}
            </Link>
            <p className="text-[0.8125rem] text-muted-foreground">
              {describeVersion(history[kind])}
            </p>
          </div>
          <div className="flex gap-2">
            <Button
              variant="outline"
              size="s"
              aria-label={`Edit: ${legalTitles[kind]}`}
              onClick={() => onOpen({ kind, act: 'edit' })}
            >
              Edit
            </Button>
            <Button
              variant="ghost"
              size="s"
              aria-label={`History: ${legalTitles[kind]}`}
              onClick={() => onOpen({ kind, act: 'history' })}
            >
              History
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Accepted = ({ accepted }: Pick<LegalHistory, 'accepted'>) => (
  <>
    <h3 className="mt-4 text-[0.8125rem] font-medium text-muted-foreground">Accepted by lenders</h3>
    {accepted.length === 0 ? (
      <p className="mt-1">Nobody has registered yet.</p>
    ) : (
      <ul role="list" className="mt-1 grid gap-1 tabular-nums">
        {accepted.map(({ version, isCurrent, people }) => (
          <li key={version}>
            {people.toLocaleString('en-US')} {people === 1 ? 'person' : 'people'}:{' '}
            {nameVersion(version)}
            {isCurrent === 'true' && ', in force'}
          </li>
        ))}
      </ul>
    )}
  </>
)

const nameVersion = (version: string | null) =>
  version === null
    ? 'none on record'
    : version === builtInVersion
      ? 'the built-in texts'
      : `version ${version.replace('+', ' with the built-in text ')}`

/** Returns text such as "Version 3, since Jan 5, 2026, by Ada Cole". */
function describeVersion(version: LegalVersion): string {
  if (version.createdAt === null) return 'The built-in text'
  const by = version.createdByName ? `, by ${version.createdByName}` : ''
  return `Version ${version.version}, since ${formatDate(version.createdAt)}${by}`
}

const LegalDialog = onDemand(() => import('./LegalDialog.tsx').then((part) => part.LegalDialog))
