import type { LoanAudience } from '#contract/audience/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { audienceLabels, audiences, type Audience } from '#domain/audience/audiences.ts'
import { textLimits } from '#domain/texts.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { Combobox } from '#web/ui/fields/Combobox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  askersFirst,
  askersLeftOut,
  askersOf,
  countAffected,
  describePeople,
  describePosition,
  effectOf,
  isHolder,
  nameFirms,
  whoSees,
  type AudienceFirm,
} from './describe-audience.ts'
import { Consequences, describeLeftOut, type DirectedChange } from './AudienceConsequences.tsx'
import { FirmLists } from './FirmLists.tsx'

export interface AudienceDialogProps {
  loan: Pick<Loan, 'id' | 'title' | 'isDraft'>
  onClose: () => void
}

const meanings: Record<Audience, string> = {
  everyone: 'Every approved lender sees the whole loan.',
  teaser: 'Others see no borrower, address or documents, and can ask for access.',
  invited: "Others don't see the loan at all, not even its title.",
}

export function AudienceDialog({ loan, onClose }: AudienceDialogProps) {
  const audience = useQuery({
    ...endpointQuery('getAudience', { params: { id: loan.id } }),
    refetchOnMount: 'always',
  })
  const { error } = audience
  if (audience.data && audience.isFetchedAfterMount)
    return <Filled loan={loan} stored={audience.data} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Audience"
      description={loan.title}
      size="l"
    >
      {error ? (
        <ErrorCard
          title="The audience couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={audience.isFetching}
          onRetry={() => void audience.refetch()}
        />
      ) : (
        <Spinner className="py-16" />
      )}
    </Dialog>
  )
}

/** Which admissions to change. Others, such as one that was granted while the dialog is open, stay as they are. */
type Changes = ReadonlyMap<string, 'admit' | 'remove'>

function Filled({ loan, stored, onClose }: AudienceDialogProps & { stored: LoanAudience }) {
  const [audience, setAudience] = useState(stored.audience)
  const [changes, setChanges] = useState<Changes>(new Map())
  const chosen = stored.firms.filter((firm) => isChosen(firm, changes))
  const askers = askersOf(stored.requests)
  const leftOut = askersLeftOut(stored.firms, askers, chosen, audience)
  const isChanged = audience !== stored.audience || changes.size > 0
  const effects = isChanged ? changesOf(loan, effectOf(stored, chosen, audience)) : []
  const { close, question } = useDiscardQuestion(() => isChanged, onClose, {
    title: 'Discard your changes?',
    text: 'The audience stays as it was.',
  })
  const save = useAction({
    act: () =>
      call('setAudience', {
        params: { id: loan.id },
        body: {
          audience,
          version: stored.version,
          ...(audience !== 'everyone' && { firms: chosen.map(({ id }) => id) }),
        },
      }),
    done: () => ({ title: 'Audience saved', description: loan.title }),
    failed: "The audience wasn't changed.",
    onDone: onClose,
  })
  function admit(firms: readonly { id: string }[]) {
    const next = new Map(changes)
    for (const { id } of firms) {
      const firm = stored.firms.find((each) => each.id === id)
      if (!firm) continue
      if (firm.isAdmitted === 'true') next.delete(id)
      else next.set(id, 'admit')
    }
    setChanges(next)
  }
  function remove({ id, isAdmitted }: AudienceFirm) {
    const next = new Map(changes)
    if (isAdmitted === 'true') next.set(id, 'remove')
    else next.delete(id)
    setChanges(next)
  }
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Audience"
        description={loan.title}
        size="l"
        busy={save.isPending}
        footer={
          <>
            {/* Phones show the whole of it below the fold. */}
            <p className="min-w-full text-[0.8125rem] md:hidden">
              Who will see it:{' '}
              {whoSees(stored.firms, chosen, audience)
                .map(({ name, value }) => `${name.toLowerCase()} ${value}`)
                .join('; ')}
              {effects.map(({ isLoss, ...change }) => (
                <span
                  key={change.name}
                  className={cx('block', isLoss && 'font-medium text-warning')}
                >
                  {change.name}: {countAffected(change)}
                  {change.firms.length > 0 && `: ${nameFirms(change.firms)}`}
                </span>
              ))}
              {leftOut.length > 0 && (
                <span className="block wrap-anywhere">
                  {describeLeftOut}: {nameFirms(leftOut)}
                </span>
              )}
            </p>
            <Button variant="outline" disabled={save.isPending} onClick={close}>
              Cancel
            </Button>
            <Button busy={save.isPending} disabled={!isChanged} onClick={() => save.mutate()}>
              Save Audience
            </Button>
          </>
        }
      >
        <div className="grid content-start gap-5 md:grid-cols-[17rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
          <AudienceChoice value={audience} onChange={setAudience} />
          <div className="grid min-w-0 content-start gap-5 md:col-start-2 md:row-span-2 md:row-start-1">
            {audience !== 'everyone' && (
              <ChosenFirms
                firms={stored.firms}
                askers={askers}
                chosen={chosen}
                onAdmit={admit}
                onRemove={remove}
              />
            )}
            <Consequences
              audience={audience}
              seen={whoSees(stored.firms, chosen, audience)}
              changes={effects}
              askers={askers}
              leftOut={leftOut}
            />
          </div>
          {audience !== 'everyone' && (
            <div className="md:col-start-1 md:row-start-2">
              <FirmLists known={stored.firms} chosen={chosen} onAdmit={admit} />
            </div>
          )}
        </div>
      </Dialog>
    </>
  )
}

const isChosen = ({ id, isAdmitted }: AudienceFirm, changes: Changes) => {
  const change = changes.get(id)
  return change ? change === 'admit' : isAdmitted === 'true'
}

function AudienceChoice({
  value,
  onChange,
}: {
  value: Audience
  onChange: (audience: Audience) => void
}) {
  return (
    <fieldset>
      <legend className="font-medium">Who sees this loan</legend>
      <div className="mt-1.5 divide-y overflow-hidden rounded-lg border">
        {audiences.map((each) => (
          <label
            key={each}
            className="flex cursor-pointer items-start gap-2.5 px-3 py-2 has-checked:bg-info-soft/60 max-md:py-3"
          >
            <input
              type="radio"
              name="audience"
              value={each}
              checked={value === each}
              onChange={() => onChange(each)}
              className="mt-0.5 size-4 shrink-0 max-md:size-5"
            />
            <span className="min-w-0">
              <span className="block font-medium">{audienceLabels[each]}</span>
              <span className="block text-[0.8125rem] text-pretty text-muted-foreground">
                {meanings[each]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ChosenFirmsProps {
  firms: readonly AudienceFirm[]
  askers: ReadonlySet<string>
  chosen: readonly AudienceFirm[]
  onAdmit: (firms: readonly AudienceFirm[]) => void
  onRemove: (firm: AudienceFirm) => void
}

const mostFound = 50

function ChosenFirms({ firms, askers, chosen, onAdmit, onRemove }: ChosenFirmsProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const words = typed.trim().toLowerCase()
  const found = askersFirst(firms, askers).filter(
    (firm) =>
      !chosen.includes(firm) &&
      `${titleOfFirm(firm)} ${describePeople(firm)}`.toLowerCase().includes(words),
  )
  return (
    <div className="grid gap-2">
      <Field label="Admitted firms">
        {(control) => (
          <Combobox
            ref={field}
            control={control}
            listLabel="Firms"
            placeholder="Add a firm: company or person"
            maxLength={textLimits.search}
            value={null}
            onChange={(option) => option && onAdmit(firms.filter(({ id }) => id === option.id))}
            options={found.slice(0, mostFound).map((firm) => ({
              id: firm.id,
              label: titleOfFirm(firm),
              detail:
                [describePeople(firm), askers.has(firm.id) && 'asks for access']
                  .filter(Boolean)
                  .join(' · ') || undefined,
            }))}
            status={
              found.length === 0
                ? words
                  ? 'No firm matches.'
                  : 'Every firm is admitted.'
                : found.length > mostFound
                  ? `The first ${mostFound}. Type to find others.`
                  : null
            }
            typed={typed}
            onType={setTyped}
          />
        )}
      </Field>
      {chosen.length === 0 ? (
        <p className="rounded-lg border border-dashed px-3 py-2.5 text-muted-foreground">
          No firm is admitted yet.
        </p>
      ) : (
        <ul
          role="list"
          aria-label="Admitted firms"
          className="max-h-72 divide-y overflow-y-auto rounded-lg border"
        >
          {chosen.map((firm) => (
            <li key={firm.id} className="flex min-h-11 items-center gap-3 py-1.5 pr-1.5 pl-3">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">
                  <span className="font-medium">{titleOfFirm(firm)}</span>
                  {firm.isAdmitted !== 'true' && (
                    <span className="ml-2 text-xs font-medium text-primary">New</span>
                  )}
                </p>
                <p className="text-xs wrap-anywhere text-muted-foreground empty:hidden">
                  {isHolder(firm)
                    ? `Holds ${describePosition(firm)}, so it can't be removed.`
                    : describePeople(firm)}
                </p>
              </div>
              {!isHolder(firm) && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove ${titleOfFirm(firm)}`}
                  onClick={() => {
                    onRemove(firm)
                    // The pressed button disappears with its row.
                    field.current?.focus()
                  }}
                >
                  <X aria-hidden="true" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Lenders don't see a draft yet, so that nobody gains by the change. */
const changesOf = (
  { isDraft }: Pick<Loan, 'isDraft'>,
  { losses, gains }: ReturnType<typeof effectOf>,
): DirectedChange[] => [
  ...losses.map((change) => ({ ...change, isLoss: true })),
  ...(isDraft ? [] : gains.map((change) => ({ ...change, isLoss: false }))),
]
