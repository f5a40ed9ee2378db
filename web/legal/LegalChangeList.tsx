import type { LegalChanges } from '#contract/settings/shapes.ts'
import { legalTitles, type LegalKind } from '#domain/settings/legal-texts.ts'
import { endpointQuery } from '#web/api/client.ts'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'

interface LegalChangeListProps {
  kinds: readonly LegalKind[]
  version: string
}

/**
 * Lists the changes since the user accepted the legal documents, if the response is for the version displayed below.
 */
export function LegalChangeList({ kinds, version }: LegalChangeListProps) {
  const query = endpointQuery('getLegalChanges')
  // Each version has a different list of changes, so the version is part of the key.
  const { data, error } = useQuery({ ...query, queryKey: [...query.queryKey, version] })
  const changes = data?.version === version ? data : null
  if (data && !(changes && kinds.some((kind) => changes[kind])))
    return <p className="mb-8 text-muted-foreground">Read the texts in full.</p>
  const changed = changes ? kinds.filter((kind) => changes[kind]?.length !== 0) : []
  return (
    <section aria-labelledby="what-changed" className="mb-8 border-b pb-8">
      <h3 id="what-changed" className="text-base font-semibold">
        What Changed
      </h3>
      {changes && changed.length > 0 ? (
        changed.map((kind) => <Changes key={kind} kind={kind} changes={changes[kind]} />)
      ) : changes ? (
        <p className="mt-2 text-muted-foreground">
          The words are the same as in the version that you accepted.
        </p>
      ) : error ? (
        <p className="mt-2 text-muted-foreground">
          We couldn't load the changes. The texts in full are below.
        </p>
      ) : (
        <Skeleton className="mt-2 h-24" />
      )}
    </section>
  )
}

interface ChangesProps {
  kind: LegalKind
  changes: LegalChanges[LegalKind]
}

function Changes({ kind, changes }: ChangesProps) {
  return (
    <>
      <h4 className="mt-4 font-semibold">{legalTitles[kind]}</h4>
      {changes ? (
        <ul role="list" aria-label={`Changes of the ${legalTitles[kind]}`}>
          {changes.map((change, index) => (
            <Change key={index} {...change} />
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-muted-foreground">
          The version that you accepted isn't on record. Read the text in full.
        </p>
      )}
    </>
  )
}

function Change({ kind, section, text }: NonNullable<ChangesProps['changes']>[number]) {
  const isAdded = kind === 'added'
  const Text = isAdded ? 'ins' : 'del'
  return (
    <li className={clsx('mt-3 border-l-2 pl-3', isAdded ? 'border-primary' : 'border-input')}>
      <p className="text-[0.8125rem] text-muted-foreground">
        {isAdded ? 'Added' : 'Removed'}
        {section !== null && ` · ${section}`}
      </p>
      <Text
        className={clsx(
          'block text-[0.9375rem] leading-relaxed text-pretty wrap-anywhere',
          isAdded ? 'no-underline' : 'text-muted-foreground line-through',
        )}
      >
        {text}
      </Text>
    </li>
  )
}
