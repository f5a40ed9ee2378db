import { call } from '#web/api/client.ts'
import { lazyResolver } from '#web/actions/form.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Textarea } from '#web/ui/Textarea.tsx'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { LoanSelect } from './LoanSelect.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { asUploadForm, useChosenFile } from './use-chosen-file.ts'
import { useSaveUpload } from './use-save-upload.ts'

/** Uploads a picture and makes it a photo of a loan. */
export function UploadPhotoDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    defaultValues: { loanId: '', filename: '', caption: '', fileUrl: '' },
    resolver,
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const fileUrl = useWatch({ control: form.control, name: 'fileUrl' })
  const saveUpload = useSaveUpload('photo', asUploadForm(form), () => {
    form.reset()
    onClose()
  })
  const save = form.handleSubmit((body) => saveUpload(() => call('createPhoto', { body })))

  const { take } = useChosenFile(asUploadForm(form))

  return (
    <UploadDialog
      kind="photo"
      title="Upload Photo"
      description="Choose a photo and upload it, then say what it shows."
      saveLabel="Save Photo"
      isDirty={isDirty}
      isUploaded={fileUrl !== ''}
      isSaving={isSubmitting}
      onFile={take}
      onSave={(event) => void save(event)}
      onClose={onClose}
    >
      <Controller
        name="loanId"
        control={form.control}
        render={({ field }) => <LoanSelect {...field} error={errors.loanId?.message} />}
      />
      <Field label="Filename" error={errors.fileUrl?.message ?? errors.filename?.message}>
        <Input autoComplete="off" {...form.register('filename')} />
      </Field>
      <Field label="Caption (optional)" error={errors.caption?.message}>
        <Textarea rows={3} {...form.register('caption')} />
      </Field>
    </UploadDialog>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/documents/shapes.ts').then((files) => files.newPhoto),
)
