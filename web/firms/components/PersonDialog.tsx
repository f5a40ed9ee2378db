import type { FirmPerson } from '#contract/firms/shapes.ts'
import { firmRoleLabels, type FirmRole } from '#domain/access.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'
import type { PersonAct } from './PeopleCard.tsx'
import { RoleChoice } from './RoleChoice.tsx'

export interface PersonDialogProps {
  act: PersonAct
  person: FirmPerson
  isAdminPage: boolean
  onClose: () => void
}

export function PersonDialog({ act, ...rest }: PersonDialogProps) {
  return act === 'changeRole' ? <RoleDialog {...rest} /> : <DeactivateDialog {...rest} />
}

type Props = Omit<PersonDialogProps, 'act'>

function RoleDialog({ person: { id, name, firmRole }, isAdminPage, onClose }: Props) {
  const [role, setRole] = useState<FirmRole>(firmRole)
  const change = useAction({
    act: (): Promise<unknown> => {
      const input = { params: { id }, body: { firmRole: role } }
      return isAdminPage ? call('updateUser', input) : call('updateFirmPerson', input)
    },
    done: () => ({ title: 'Role changed', description: `${name} is now a ${nameOf(role)}.` }),
    failed: "The role wasn't changed",
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change the Role of ${name}`}
      description={`${name} is signed out and works in the new role after signing in again.`}
      busy={change.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending && role !== firmRole) change.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending} disabled={role === firmRole}>
            Change Role
          </Button>
        </>
      }
    >
      <RoleChoice value={role} onChange={setRole} />
    </Dialog>
  )
}

const nameOf = (role: FirmRole) => firmRoleLabels[role].toLowerCase()

function DeactivateDialog({ person: { id, name, email }, onClose }: Props) {
  const deactivate = useAction({
    act: () => call('deactivateFirmPerson', { params: { id } }),
    done: () => ({ title: 'Colleague deactivated', description: `${name} can no longer sign in.` }),
    failed: `${name} wasn't deactivated`,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Deactivate ${name}?`}
      text={`${email} is signed out and can't sign in. Your firm keeps every commitment and message of ${name}, under the same name. You can reactivate the account later.`}
      confirmLabel="Deactivate"
      destructive
      busy={deactivate.isPending}
      onConfirm={() => deactivate.mutate()}
    />
  )
}
