import { call } from '#web/api/client.ts'
import { lazyResolver } from '#web/forms/form.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { useForm } from 'react-hook-form'
import { UploadDialog } from './UploadDialog.tsx'
import { asUploadForm, useChosenFile } from './use-chosen-file.ts'
import { useSaveUpload } from './use-save-upload.ts'

export interface UploadPhotoDialogProps {
  loanId: string
  onClose: () => void
}

export function UploadPhotoDialog({ loanId, onClose }: UploadPhotoDialogProps) {
  const form = useForm({
    defaultValues: { loanId, filename: '', caption: '', fileUrl: '' },
    resolver,
  })
  const uploadForm = asUploadForm(form)
  const { errors } = form.formState
  const saveUpload = useSaveUpload('photo', uploadForm, onClose)
  const save = form.handleSubmit((body) => saveUpload(() => call('createPhoto', { body })))

  const { take } = useChosenFile(uploadForm)

  return (
    <UploadDialog
      kind="photo"
      title="Upload Photo"
      description="Upload a photo, then add its details."
      saveLabel="Save Photo"
      form={uploadForm}
      onFile={take}
      onSave={(event) => void save(event)}
      onClose={onClose}
    >
      <Field label="Caption (optional)" error={errors.caption?.message}>
        <Textarea rows={3} {...form.register('caption')} />
      </Field>
    </UploadDialog>
  )
}

const resolver = lazyResolver(() =>
  import('#contract/documents/shapes.ts').then((files) => files.newPhoto),
)
