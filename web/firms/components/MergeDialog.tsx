import type { FirmProposal } from '#contract/firms/shapes.ts'
import { firmRoleLabels, firmRoles, type FirmRole } from '#domain/access.ts'
import { formatShortly, isAboveZero } from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'
import { planOf, type ProposedFirm, type ProposedPerson } from './firm-plan.ts'

interface MergeDialogProps {
  proposal: FirmProposal
  onDone: () => unknown
  onClose: () => void
}

export function MergeDialog({ proposal, onDone, onClose }: MergeDialogProps) {
  const { companyName, firms } = proposal
  const [keptId, setKeptId] = useState<string>()
  const [roles, setRoles] = useState<Record<string, FirmRole>>({})
  const { kept, moved, left } = planOf(proposal, keptId)
  const newName = kept?.name ?? companyName
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
    done: () => ({ title: 'Firms merged', description: `${newName} is one firm now.` }),
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
      title={`Merge ${companyName}?`}
      description="Its people will share positions, questions and answers. Those who join are signed out once."
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
            Merge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {candidates.length > 1 ? (
          <Field label="Firm to keep" hint="Its positions and its people's roles stay as they are.">
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
            Everyone joins the firm of{' '}
            <strong className="font-medium">{kept && describe(kept)}</strong>. Its positions and
            roles stay as they are.
          </p>
        )}
        {kept && (
          <dl className="grid gap-x-6 gap-y-2 rounded-lg bg-muted p-3 sm:grid-cols-3">
            {[
              ['Name afterwards', newName],
              ['Positions', describePositions(kept)],
              ['People', String(kept.peopleList.length + moved.length)],
            ].map(([name, value]) => (
              <div key={name}>
                <dt className="text-xs text-muted-foreground">{name}</dt>
                <dd className="font-medium wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium">Who joins, and with which role</legend>
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
            {new Intl.ListFormat('en').format(left.map(({ name }) => name))} can't join: commitments
            or messages of their firm would be left without people.
          </p>
        )}
      </div>
    </Dialog>
  )
}

function describe(firm: ProposedFirm) {
  const { name, displayName, peopleList } = firm
  const people =
    name === null || peopleList.length === 0
      ? displayName
      : `${name} (${peopleList.map((person) => person.name).join(', ')})`
  return `${people}: ${describePositions(firm)}`
}

/** Returns text such as "9 loans, $14.22M binding, $1M soft". */
function describePositions({ activeLoans, bindingAmount, softAmount }: ProposedFirm) {
  if (activeLoans === 0) return 'no positions'
  const parts = [
    activeLoans === 1 ? '1 loan' : `${activeLoans} loans`,
    isAboveZero(bindingAmount) && `${formatShortly(bindingAmount)} binding`,
    isAboveZero(softAmount) && `${formatShortly(softAmount)} soft`,
  ]
  return parts.filter(Boolean).join(', ')
}
