import { call } from '#web/api.ts'
import { lazyResolver } from '#web/form.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Textarea } from '#web/ui/Textarea.tsx'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { isTyping } from './uploads/is-typing.ts'
import { LoanSelect } from './uploads/LoanSelect.tsx'
import { UploadDialog } from './uploads/UploadDialog.tsx'
import type { ChosenFile } from './uploads/Uploader.tsx'
import { useSaveUpload } from './uploads/use-save-upload.ts'

export function UploadPhotoDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const form = useForm({
    defaultValues: { loanId: '', filename: '', caption: '', fileUrl: '' },
    resolver,
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const fileUrl = useWatch({ control: form.control, name: 'fileUrl' })
  const saveUpload = useSaveUpload('photo', () => {
    form.reset()
    onClose()
  })
  const save = form.handleSubmit((body) => saveUpload(form, () => call('createPhoto', { body })))

  function take(next: ChosenFile | null) {
    form.setValue('fileUrl', next?.fileUrl ?? '')
    form.clearErrors('fileUrl')
    const typed = form.getValues('filename')
    if (next && (typed === '' || typed === file?.name)) form.setValue('filename', next.name)
    if (next) setFile(next)
    if (next?.fileUrl && !isTyping()) form.setFocus('loanId')
  }

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

const resolver = lazyResolver(() => import('#contract/files.ts').then((files) => files.newPhoto))
