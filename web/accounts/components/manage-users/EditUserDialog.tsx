import type { CurrentUser } from '#contract/accounts/shapes.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { User } from '#contract/accounts/users.ts'
import { countBinding } from '#web/accounts/components/users.ts'
import { ApiError, call } from '#web/api/client.ts'
import { isEmailTaken } from '#web/accounts/components/email-taken.ts'
import { useAction } from '#web/forms/use-action.ts'
import { lazyResolver, showFieldErrors } from '#web/forms/form.ts'
import { refreshSession, useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useRef } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { FirmFields } from './FirmFields.tsx'
import { ResetLink } from './ResetLink.tsx'
import { SignOutUser, TwoFactorReset } from './AccountActs.tsx'

export interface EditUserDialogProps {
  user: User
  /** The field that has focus first, instead of the first name. */
  firstField?: 'firm' | undefined
  onClose: () => void
}

/** Edits an account. Administrators can't change their own role or email address here. */
export function EditUserDialog({ user, firstField, onClose }: EditUserDialogProps) {
  const firm = useRef<HTMLInputElement>(null)
  const { user: own } = useSession()
  const isSelf = own?.id === user.id
  const { firstName, lastName, email, companyName, isAdmin, isApproved, firmId, firmRole } = user
  const form = useForm({
    defaultValues: {
      firstName,
      lastName,
      email,
      companyName: companyName ?? '',
      isAdmin,
      isApproved,
      firmId,
      firmRole,
    },
    resolver,
  })
  const { errors, isDirty, dirtyFields } = form.formState
  const update = useAction({
    act: (body: UserFields) => call('updateUser', { params: { id: user.id }, body }),
    sayOf: (error) => (isFirmKept(error) ? { title: 'The firm stays as it is' } : null),
    done: () => ({ title: 'User updated successfully' }),
    failed: 'Failed to update user',
    onDone() {
      onClose()
      // The sidebar shows the user's own name, so it must be updated.
      if (isSelf) void refreshSession()
    },
  })
  const save = form.handleSubmit((values) =>
    // Only changed fields are sent so that another administrator's concurrent edits to other fields aren't overwritten.
    update.mutate(
      pick(values, { ...dirtyFields, firmRole: dirtyFields.firmRole ?? dirtyFields.firmId }),
      {
        onError(error) {
          showFieldErrors(error, form)
          if (isFirmKept(error)) form.setError('firmId', { message: error.serverMessage ?? '' })
          if (isEmailTaken(error))
            form.setError('email', { message: error.serverMessage ?? '' }, { shouldFocus: true })
        },
      },
    ),
  )

  const { close, question } = useDiscardQuestion(() => isDirty, onClose)

  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Edit User"
        description={user.email}
        busy={update.isPending}
        firstFocus={firstField && firm}
        onSubmit={(event) => void save(event)}
        footer={
          <>
            <Button variant="outline" disabled={update.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={update.isPending} disabled={!isDirty}>
              Save Changes
            </Button>
          </>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={errors.firstName?.message}>
            <Input autoComplete="off" {...form.register('firstName')} />
          </Field>
          <Field label="Last name" error={errors.lastName?.message}>
            <Input autoComplete="off" {...form.register('lastName')} />
          </Field>
          <Field
            label="Email"
            hint={isSelf && whoChangesOwnEmail(own)}
            error={errors.email?.message}
            className="sm:col-span-2"
          >
            <Input type="email" autoComplete="off" readOnly={isSelf} {...form.register('email')} />
          </Field>
          <Field
            label="Company"
            hint="As this person gave it. Lists show it unless the firm has its own name."
            error={errors.companyName?.message}
            className="sm:col-span-2"
          >
            <Input autoComplete="off" {...form.register('companyName')} />
          </Field>
          <FirmFields ref={firm} form={form} user={user} isSelf={isSelf} />
          <RoleFields
            form={form}
            bindingCommitments={user.bindingCommitments}
            locked={whyLocked(user, isSelf)}
          />
          {user.deactivatedAt === null && <ResetLink user={user} isSelf={isSelf} />}
          {user.deactivatedAt === null && !isSelf && <SignOutUser user={user} />}
          {user.hasTwoFactor === 'true' && !isSelf && <TwoFactorReset user={user} />}
        </div>
      </Dialog>
    </>
  )
}

const firmRefusals = ['has_records', 'last_manager', 'originator_firm']

const isFirmKept = (error: unknown): error is ApiError =>
  error instanceof ApiError && firmRefusals.includes(error.code)

const whoChangesOwnEmail = ({ canChangeEmail }: CurrentUser) =>
  canChangeEmail === 'true'
    ? 'Change your own email address on your profile.'
    : "You can't change your own email address. Ask another administrator."

interface RoleFieldsProps {
  form: UseFormReturn<UserFields, unknown, UserFields>
  /** Explains why the role and approval can't be changed. Null if they can. */
  locked: string | null
  bindingCommitments: number
}

function RoleFields({ form, locked, bindingCommitments }: RoleFieldsProps) {
  const { errors } = form.formState
  const [role, approval] = useWatch({
    control: form.control,
    name: ['isAdmin', 'isApproved'],
  })
  const isAdministrator = role === 'true'
  return (
    <>
      <Field
        label="Role"
        hint={
          locked ??
          'Administrators run the desk; lenders act for their firm. Changing the role signs this person out.'
        }
        error={errors.isAdmin?.message}
        className="sm:col-span-2"
      >
        <NativeSelect disabled={locked !== null} {...form.register('isAdmin')}>
          <option value="false">Lender</option>
          <option value="true">Administrator</option>
        </NativeSelect>
      </Field>
      <Checkbox
        label="Approved"
        hint={
          isAdministrator
            ? 'Administrators are always approved.'
            : (locked ?? describeApproval(approval === 'true' ? 0 : bindingCommitments))
        }
        error={errors.isApproved?.message}
        className="sm:col-span-2"
        disabled={locked !== null || isAdministrator}
        checked={isAdministrator || approval === 'true'}
        onChange={({ target }) =>
          form.setValue('isApproved', target.checked ? 'true' : 'false', { shouldDirty: true })
        }
      />
    </>
  )
}

function describeApproval(held: number) {
  const rule = "Until approved, a lender can browse loans but can't commit or ask questions."
  return held > 0
    ? `Holds ${countBinding(held)}; ${held === 1 ? 'it stays' : 'they stay'}. ${rule}`
    : rule
}

function whyLocked({ deactivatedAt }: User, isSelf: boolean): string | null {
  if (isSelf) return "You can't change your own role or approval."
  return deactivatedAt ? 'This account is deactivated. Reactivate it first.' : null
}

export type UserFields = BodyInput<Endpoints['updateUser']>

function pick(values: UserFields, fields: Partial<Record<keyof UserFields, unknown>>): UserFields {
  const isChanged = ([name]: [string, unknown]) => Boolean(fields[name as keyof UserFields])
  return Object.fromEntries(Object.entries(values).filter(isChanged))
}

const resolver = lazyResolver(() =>
  import('#contract/accounts/users.ts').then((users) => users.userFormFields),
)
