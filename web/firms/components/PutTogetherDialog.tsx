import type { FirmProposal } from '#contract/firms/shapes.ts'
import { firmRoleLabels, firmRoles, type FirmRole } from '#domain/access.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'
import { planOf, type ProposedFirm, type ProposedPerson } from './firm-plan.ts'

interface PutTogetherDialogProps {
  proposal: FirmProposal
  onDone: () => unknown
  onClose: () => void
}

export function PutTogetherDialog({ proposal, onDone, onClose }: PutTogetherDialogProps) {
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
