import type { FirmProposal } from '#contract/firms/shapes.ts'
import { firmRoleLabels, firmRoles, type FirmRole } from '#domain/access.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { formatShortly, isAboveZero } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import {
  countPeople,
  describeDomain,
  describeFixed,
  describeJoining,
  describeLeft,
  describePositions,
  fixedPeople,
  joinsAtFirst,
  namesOf,
  obstacleToMerge,
  planOf,
  roleAtFirst,
  type ProposedFirm,
  type ProposedPerson,
} from './firm-plan.ts'

interface MergeDialogProps {
  proposal: FirmProposal
  onDone: (keptId: string) => unknown
  onClose: () => void
}

export function MergeDialog({ proposal, onDone, onClose }: MergeDialogProps) {
  const { companyName, firms } = proposal
  const [keptId, setKeptId] = useState<string>()
  const [roles, setRoles] = useState<Record<string, FirmRole>>({})
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const plan = planOf(proposal, keptId)
  const { kept, others, movable } = plan
  const newName = kept?.name ?? companyName
  const roleOf = (person: ProposedPerson) => roles[person.id] ?? roleAtFirst(person)
  const joins = (person: ProposedPerson) => joinsAtFirst(person, kept) !== toggled.has(person.id)
  const joining = movable.filter(joins)
  const joiningIds = new Set(joining.map(({ id }) => id))
  const obstacle = obstacleToMerge(plan, joining)
  const obstacleId = useId()
  const ends = others.flatMap((firm) => describeLeft(firm, joiningIds) ?? [])
  const effects = kept ? describeJoining(kept, others, joining, companyName) : []
  const merge = useAction({
    async act() {
      if (!kept) return
      if (kept.name === null)
        await call('updateFirm', { params: { id: kept.id }, body: { name: companyName } })
      for (const person of joining)
        await call('updateUser', {
          params: { id: person.id },
          body: { firmId: kept.id, firmRole: roleOf(person) },
        })
    },
    done: () => ({
      title: 'Firms merged',
      description: `${namesOf(joining)} joined ${newName}.`,
    }),
    failed: 'Not everyone was moved. The list shows who still is in another firm.',
    onDone() {
      onClose()
      if (kept) onDone(kept.id)
    },
  })
  const candidates = firms.filter((firm) => planOf(proposal, firm.id).movable.length > 0)
  const toggle = (id: string) => {
    const next = new Set(toggled)
    if (!next.delete(id)) next.add(id)
    setToggled(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge ${companyName}?`}
      description="Only people move, and positions stay with their firm. People who join share all that the firm has, and are signed out once."
      size="l"
      busy={merge.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (!merge.isPending) merge.mutate()
      }}
      footer={
        <>
          {kept && (
            // Phones show Before and After below the fold.
            <div className="min-w-full text-[0.8125rem] text-pretty wrap-anywhere md:hidden">
              {joining.length > 0 && (
                <>
                  <p className="font-medium">
                    {newName}: {describeChange(countPeople(kept), gainOf(others, joiningIds))}{' '}
                    people
                  </p>
                  <Lines lines={effects} />
                </>
              )}
            </div>
          )}
          {obstacle && (
            <p
              id={obstacleId}
              className="min-w-full text-[0.8125rem] text-pretty wrap-anywhere text-muted-foreground sm:text-right"
            >
              {obstacle}
            </p>
          )}
          <Button variant="outline" disabled={merge.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            busy={merge.isPending}
            disabled={obstacle !== null}
            aria-describedby={obstacle === null ? undefined : obstacleId}
          >
            {describeMove(joining.length)}
          </Button>
        </>
      }
    >
      <div className="grid content-start gap-4 md:grid-cols-[minmax(0,1fr)_17rem] md:gap-x-6">
        <div className="grid min-w-0 content-start gap-4">
          {candidates.length > 1 && (
            <Field
              label="Firm to keep"
              hint="Its positions and its people's roles stay as they are."
            >
              <NativeSelect
                value={kept?.id}
                onChange={({ target }) => {
                  setKeptId(target.value)
                  setToggled(new Set())
                }}
              >
                {candidates.map((firm) => (
                  <option key={firm.id} value={firm.id}>
                    {nameCandidate(firm, companyName, firms.some(describePositions))}
                  </option>
                ))}
              </NativeSelect>
            </Field>
          )}
          {kept && (
            <section aria-labelledby="kept-firm" className="grid gap-2">
              <h3 id="kept-firm" className="font-medium">
                Already in the kept firm
              </h3>
              <ul role="list" className="grid gap-1.5">
                {kept.peopleList.map((person) => (
                  <li key={person.id} className="flex flex-wrap justify-between gap-x-3">
                    <PersonLines person={person} />
                    <span className="text-muted-foreground">{firmRoleLabels[person.firmRole]}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-medium">Who joins, and with which role</legend>
            {movable.map((person) => (
              <div key={person.id} className="flex flex-wrap items-center justify-between gap-x-2">
                <label className="flex min-w-0 flex-1 basis-44 items-start gap-2.5 py-1">
                  <input
                    type="checkbox"
                    checked={joins(person)}
                    className="mt-0.5 size-4 shrink-0 max-md:size-5"
                    onChange={() => toggle(person.id)}
                  />
                  <PersonLines person={person} warning={describeDomain(person, kept)} />
                </label>
                {joins(person) && (
                  <NativeSelect
                    aria-label={`Role of ${person.name}`}
                    className="w-32"
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
                )}
              </div>
            ))}
            {others.map((firm) => {
              const text = describeFixed(firm)
              return (
                text && (
                  <div key={firm.id} className="grid gap-1.5">
                    {fixedPeople(firm).map((person) => (
                      <PersonLines key={person.id} person={person} warning="Can't join" />
                    ))}
                    <p className="text-[0.8125rem] text-pretty text-muted-foreground">
                      {text}{' '}
                      <Link
                        href={paths.adminFirm(firm.id)}
                        className="text-primary underline underline-offset-4 max-md:py-1.5"
                        onClick={onClose}
                      >
                        Open the firm of {namesOf(firm.peopleList)}
                      </Link>
                    </p>
                  </div>
                )
              )
            })}
          </fieldset>
        </div>
        {kept && (
          <section
            aria-labelledby="merge-effect"
            aria-live="polite"
            className="grid content-start gap-2"
          >
            <h3 id="merge-effect" className="font-medium">
              Before and After
            </h3>
            <EffectTable kept={kept} newName={newName} others={others} joining={joiningIds} />
            <div className="grid gap-2 max-md:hidden">
              <Lines lines={effects} />
            </div>
            <Lines lines={ends} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

const describeMove = (people: number) =>
  people === 0 ? 'Move People' : people === 1 ? 'Move 1 Person' : `Move ${people} People`

interface PersonLinesProps {
  person: ProposedPerson
  warning?: string | null
}

const PersonLines = ({ person: { name, email, state }, warning }: PersonLinesProps) => (
  <span className="min-w-0">
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 wrap-anywhere">
      {name}
      {state === 'pending' && <Badge tone="warning">Awaiting approval</Badge>}
      {warning && <Badge tone="warning">{warning}</Badge>}
      {state === 'deactivated' && <Badge>Deactivated</Badge>}
    </span>
    <span className="block text-[0.8125rem] wrap-anywhere text-muted-foreground">{email}</span>
  </span>
)

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="text-pretty wrap-anywhere">
      {line}
    </p>
  ))

/** The figures come first, because phones cut the rest. All candidates gave the same company. */
function nameCandidate(
  { displayName, companyName, peopleList, ...firm }: ProposedFirm,
  sharedCompany: string,
  isHeldByAny: boolean,
) {
  const title = titleOfFirm({ name: displayName, companyName })
  const held = [
    isAboveZero(firm.bindingAmount) && `${formatShortly(firm.bindingAmount)} binding`,
    isAboveZero(firm.softAmount) && `${formatShortly(firm.softAmount)} soft`,
  ].filter(Boolean)
  const people = namesOf(peopleList)
  const names = title === sharedCompany || title === people ? people : `${title}, ${people}`
  if (held.length > 0) return `${held.join(', ')}: ${names || title}`
  return isHeldByAny ? `${names || title} (no positions)` : names || title
}

interface EffectTableProps {
  kept: ProposedFirm
  newName: string
  others: readonly ProposedFirm[]
  joining: ReadonlySet<string>
}

const gainOf = (firms: readonly ProposedFirm[], joining: ReadonlySet<string>) =>
  firms.reduce((sum, firm) => sum + countPeople(firm, ({ id }) => joining.has(id)), 0)

/** Returns text such as "4 → 6". */
const describeChange = (before: number, change: number) =>
  change === 0 ? String(before) : `${before} → ${before + change}`

/** Each firm with its people before and after, and with its positions, which stay. */
function EffectTable({ kept, newName, others, joining }: EffectTableProps) {
  const rows = [
    {
      ...{ firm: kept, name: newName },
      change: gainOf(others, joining),
    },
    ...others.map((firm) => ({
      ...{ firm, name: `Firm of ${namesOf(firm.peopleList)}`, change: -gainOf([firm], joining) },
    })),
  ]
  return (
    <table className="w-full rounded-lg bg-secondary text-[0.84375rem] text-secondary-foreground">
      <caption className="sr-only">People and positions of the firms</caption>
      <thead>
        <tr className="text-right text-xs text-muted-foreground [&>*]:px-3 [&>*]:pt-2 [&>*]:font-medium">
          <th scope="col" className="text-left">
            Firm
          </th>
          <th scope="col">People</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ firm, name, change }) => {
          const before = countPeople(firm)
          return (
            <tr key={firm.id} className="align-top text-right [&>*]:px-3 [&>*]:py-1.5">
              <th scope="row" className="text-left font-normal wrap-anywhere">
                {name}
                <span className="block text-xs text-muted-foreground">
                  {describePositions(firm) ?? 'No positions'}
                </span>
              </th>
              <td className="font-medium whitespace-nowrap">{describeChange(before, change)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
