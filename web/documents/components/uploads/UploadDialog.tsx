import type { UploadKind } from '#domain/documents/files.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { LoanCombobox } from './LoanCombobox.tsx'
import { Uploader, type ChosenFile } from './Uploader.tsx'
import type { UploadForm } from './use-chosen-file.ts'

export type UploadDialogProps = {
  kind: UploadKind
  title: string
  description: string
  saveLabel: string
  form: UploadForm
  onFile: (file: ChosenFile | null) => void
  onSave: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/**
 * Uploads one file and then saves the form that describes it. Closing the dialog with unsaved work asks for
 * confirmation.
 */
export function UploadDialog({
  kind,
  title,
  description,
  saveLabel,
  form,
  onFile,
  onSave,
  onClose,
  children,
}: UploadDialogProps) {
  const { errors, isDirty, isSubmitting: isSaving } = form.formState
  const isUploaded = useWatch({ control: form.control, name: 'fileUrl' }) !== ''
  const [hasFile, setHasFile] = useState(false)
  const { close, question } = useDiscardQuestion(() => hasFile || isDirty, onClose, {
    title: 'Discard this upload?',
    text: `This ${kind} isn't saved. You'll lose the upload and its details.`,
  })
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={title}
        description={description}
        size="l"
        busy={isSaving}
        onSubmit={(event) => {
          // React events bubble through portals, so this event must be prevented from submitting an outer form.
          event.stopPropagation()
          onSave(event)
        }}
        footer={
          <>
            <Button variant="outline" disabled={isSaving} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isUploaded || isSaving}>
              {isSaving ? 'Saving...' : saveLabel}
            </Button>
          </>
        }
      >
        <div className="grid gap-5 md:grid-cols-2">
          <Uploader
            kind={kind}
            onFile={(file) => {
              setHasFile(file !== null)
              onFile(file)
            }}
          />
          {/* The field isn't disabled during a save, because a disabled field couldn't receive focus after an error.
           */}
          <fieldset className="grid min-w-0 content-start gap-4">
            <legend className="sr-only">About the {kind}</legend>
            <Controller
              name="loanId"
              control={form.control}
              render={({ field }) => <LoanCombobox {...field} error={errors.loanId?.message} />}
            />
            <Field label="Filename" error={errors.fileUrl?.message ?? errors.filename?.message}>
              <Input autoComplete="off" {...form.register('filename')} />
            </Field>
            {children}
          </fieldset>
        </div>
      </Dialog>
    </>
  )
}
