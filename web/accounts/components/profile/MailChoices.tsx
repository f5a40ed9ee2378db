import type { MailChoice } from '#contract/notifications/shapes.ts'
import type { MailTiming, OptionalKind } from '#domain/notifications/mail-kinds.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Lets the user choose whether each kind of notification is emailed immediately, in a daily digest, or never. */
export function MailChoices() {
  const choices = useQuery(endpointQuery('getMailChoices'))
  const save = useAction({
    act: (body: Change) => call('setMailChoice', { body }),
    done: (_answer, { kind, timing }) => ({
      title: 'Emails updated',
      description: `${texts[kind].label}: ${timings[timing].toLowerCase()}.`,
    }),
    failed: 'Failed to save your choice',
  })
  if (!choices.data && choices.error)
    return (
      <ErrorCard
        title="Your choices couldn't be loaded"
        message={choices.error.message}
        busy={choices.isFetching}
        onRetry={() => void choices.refetch()}
      />
    )
  if (!choices.data) return <Skeletons count={3} className="h-10" />
  return (
    <ul role="list" aria-label="What we email you" className="divide-y border-t">
      <Row label="Your commitments and account" hint="Receipts, releases, and changes of terms.">
        <p className="text-muted-foreground sm:text-right">Always at once</p>
      </Row>
      {choices.data.map(({ kind, timing, isMatchingOnly }) => (
        <Row key={kind} {...texts[kind]} id={`mail-${kind}`}>
          <NativeSelect
            id={`mail-${kind}`}
            value={asked(save, kind)?.timing ?? timing}
            aria-busy={save.isPending}
            onChange={({ target }) => {
              // A second choice during the request is ignored, because the responses could arrive out of order.
              if (!save.isPending) save.mutate({ kind, timing: target.value as MailTiming })
            }}
          >
            {timingNames.map((each) => (
              <option key={each} value={each}>
                {timings[each]}
              </option>
            ))}
          </NativeSelect>
          {kind === 'newLoans' && timing !== 'never' && (
            <Checkbox
              label="Only if a saved filter with notices matches"
              checked={(asked(save, kind)?.isMatchingOnly ?? isMatchingOnly) === 'true'}
              onChange={({ target }) => {
                const isOnly = target.checked ? 'true' : 'false'
                if (!save.isPending) save.mutate({ kind, timing, isMatchingOnly: isOnly })
              }}
            />
          )}
        </Row>
      ))}
    </ul>
  )
}

interface Change {
  kind: OptionalKind
  timing: MailTiming
  isMatchingOnly?: MailChoice['isMatchingOnly']
}

const asked = (
  { isPending, variables }: { isPending: boolean; variables: Change | undefined },
  kind: OptionalKind,
) => (isPending && variables?.kind === kind ? variables : undefined)

const timings: Record<MailTiming, string> = {
  now: 'At once',
  daily: 'In a daily digest',
  never: 'Never',
}
const timingNames = ['now', 'daily', 'never'] as const

const texts: Record<OptionalKind, { label: string; hint: string }> = {
  questions: { label: 'Messages', hint: 'Questions, answers, and announcements on loans.' },
  newLoans: { label: 'New loans', hint: 'Loans that open to lenders.' },
  documents: { label: 'Documents', hint: 'Added to loans that you hold or marked as favorites.' },
  events: { label: 'Events', hint: 'Registrations, and what lenders commit, change, or pass on.' },
}

function Row({
  id,
  label,
  hint,
  children,
}: {
  id?: string
  label: string
  hint: string
  children: ReactNode
}) {
  return (
    <li className="grid items-start gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <div>
        {id ? (
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
        ) : (
          <p className="font-medium">{label}</p>
        )}
        <p className="text-[0.8125rem] text-pretty text-muted-foreground">{hint}</p>
      </div>
      <div className="grid gap-2">{children}</div>
    </li>
  )
}
