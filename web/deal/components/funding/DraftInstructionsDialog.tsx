import type { Funding, newInstructions } from '#contract/deal/funding.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import { textLimits } from '#domain/texts.ts'
import { deskZoneName } from '#domain/time-zone.ts'
import { CodeInput } from '#web/accounts/components/CodeInput.tsx'
import { CurrentPassword } from '#web/accounts/components/profile/CurrentPassword.tsx'
import { call } from '#web/api/client.ts'
import { Effect } from '#web/book/components/commit/MoneyDialog.tsx'
import { lazyResolver } from '#web/forms/form.ts'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { MomentInput } from '#web/ui/fields/MomentInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Controller, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { describeAnotherVersion } from './describe-funding.ts'
import { useDialogForm } from './use-dialog-form.ts'

interface DraftInstructionsDialogProps {
  funding: Funding
  onClose: () => void
}

type Values = z.input<typeof newInstructions>

/** Drafts funding instructions, with the password and, where it is on, a code once more. */
export function DraftInstructionsDialog({ funding, onClose }: DraftInstructionsDialogProps) {
  const { loan } = funding
  // A later version differs in little from the newest one.
  const [latest] = funding.instructions
  const effect = describeAnotherVersion(funding)
  const { user } = useSession()
  const hasTwoFactor = user?.hasTwoFactor === 'true'
  const form = useForm<Values, unknown, z.output<typeof newInstructions>>({
    defaultValues: {
      beneficiary: latest?.beneficiary ?? '',
      bank: latest?.bank ?? '',
      routingNumber: latest?.routingNumber ?? '',
      // Nobody can read the account number of an earlier version back.
      accountNumber: '',
      reference: latest?.reference ?? '',
      // The field takes whole milliseconds.
      dueAt: latest ? new Date(latest.dueAt).toISOString() : '',
      currentPassword: '',
      ...(hasTwoFactor && { code: '' }),
    },
    resolver,
  })
  const { offer, submit, isBusy, errors } = useDialogForm({
    name: `instructions ${loan.id}`,
    form,
    secrets: ['currentPassword', 'code'],
    act: (body) => call('createInstructions', { params: { id: loan.id }, body }),
    done: ({ version }) => ({
      title: 'Instructions drafted',
      description: `Version ${version} must be verified by telephone before you can send it.`,
    }),
    onClose,
  })
  const text = (name: 'beneficiary' | 'bank' | 'reference', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errors[name]?.message}>
      <Input
        autoComplete="off"
        maxLength={textLimits.bankDetail}
        readOnly={isBusy}
        {...form.register(name)}
      />
    </Field>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Draft Instructions"
      description={`${loan.title}. Lenders read them once you have verified and sent them.`}
      busy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            Save Draft
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {effect && <Effect>{effect}</Effect>}
        {offer}
        {text('beneficiary', 'Beneficiary')}
        {text('bank', 'Bank')}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label="Routing number" error={errors.routingNumber?.message}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              readOnly={isBusy}
              {...form.register('routingNumber')}
            />
          </Field>
          <Field label="Account number" error={errors.accountNumber?.message}>
            <Input
              autoComplete="off"
              spellCheck={false}
              readOnly={isBusy}
              {...form.register('accountNumber')}
            />
          </Field>
        </div>
        {text('reference', 'Reference', 'Lenders write it on their wires.')}
        {/* The input isn't registered, because its text is a local time and the form needs UTC. */}
        <Controller
          control={form.control}
          name="dueAt"
          render={({ field }) => (
            <Field
              label="Due"
              hint={isMoment(field.value) ? formatMoment(field.value) : `${deskZoneName()}.`}
              error={errors.dueAt?.message}
            >
              <MomentInput {...field} readOnly={isBusy} />
            </Field>
          )}
        />
        <CurrentPassword
          error={errors.currentPassword?.message}
          readOnly={isBusy}
          {...form.register('currentPassword')}
        />
        {hasTwoFactor && (
          <Field
            label="Code"
            hint="The 6-digit code from your authenticator app, or a recovery code."
            error={errors.code?.message}
          >
            <CodeInput readOnly={isBusy} {...form.register('code')} />
          </Field>
        )}
        <FieldError id="instructions-refusal" message={errors.root?.message} />
      </div>
    </Dialog>
  )
}

const resolver = lazyResolver<Values, z.output<typeof newInstructions>>(() =>
  import('#contract/deal/funding.ts').then((shapes) => shapes.newInstructions),
)
