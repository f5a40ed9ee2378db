import type { LegalChanges } from '#contract/settings/shapes.ts'
import { legalTitles, type LegalKind } from '#domain/settings/legal-texts.ts'
import { endpointQuery } from '#web/api/client.ts'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'

/** Shows what changed in the legal documents since the user accepted them. */
export function LegalChangeList({ kinds }: { kinds: readonly LegalKind[] }) {
  const { data, error } = useQuery(endpointQuery('getLegalChanges'))
  const changed = kinds.filter((kind) => data && data[kind].length > 0)
  return (
    <section aria-labelledby="what-changed" className="mb-8 border-b pb-8">
      <h3 id="what-changed" className="text-base font-semibold">
        What Changed
      </h3>
      {data && changed.length > 0 ? (
        changed.map((kind) => <Changes key={kind} kind={kind} changes={data[kind]} />)
      ) : data ? (
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

function Changes({ kind, changes }: { kind: LegalKind; changes: LegalChanges[LegalKind] }) {
  return (
    <>
      <h4 className="mt-4 font-semibold">{legalTitles[kind]}</h4>
      <ul role="list" aria-label={`Changes of the ${legalTitles[kind]}`}>
        {changes.map((change, index) => {
          const { section, text } = change
          const isAdded = change.kind === 'added'
          const Text = isAdded ? 'ins' : 'del'
          return (
            <li
              key={index}
              className={clsx('mt-3 border-l-2 pl-3', isAdded ? 'border-primary' : 'border-input')}
            >
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
        })}
      </ul>
    </>
  )
}
