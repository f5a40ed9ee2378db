import { documentTypeChoices, type DocumentType } from '#domain/documents/files.ts'
import { call } from '#web/api/client.ts'
import { fileTypeLabel } from '#web/documents/components/stored-file.ts'
import { lazyResolver } from '#web/forms/form.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useForm } from 'react-hook-form'
import { UploadDialog } from './UploadDialog.tsx'
import type { ChosenFile } from './Uploader.tsx'
import { asUploadForm, useChosenFile } from './use-chosen-file.ts'
import { useSaveUpload } from './use-save-upload.ts'

export interface UploadDocumentDialogProps {
  loanId: string
  onClose: () => void
}

export function UploadDocumentDialog({ loanId, onClose }: UploadDocumentDialogProps) {
  const form = useForm({
    defaultValues: {
      loanId,
      filename: '',
      // Without this cast, the field's type would allow only the first document type.
      fileType: documentTypeChoices[0].type as DocumentType,
      fileUrl: '',
    },
    resolver,
  })
  const uploadForm = asUploadForm(form)
  const { errors } = form.formState
  const saveUpload = useSaveUpload('document', uploadForm, onClose)
  const save = form.handleSubmit((body) => saveUpload(() => call('createDocument', { body })))

  const { file, take } = useChosenFile(uploadForm, ({ type }) =>
    form.setValue('fileType', type as DocumentType),
  )

  return (
    <UploadDialog
      kind="document"
      title="Upload Document"
      description="Upload a file, then add its details."
      saveLabel="Save Document"
      form={uploadForm}
      onFile={take}
      onSave={(event) => void save(event)}
      onClose={onClose}
    >
      <Field label="File Type" error={errors.fileType?.message}>
        <NativeSelect {...form.register('fileType')}>
          {typeChoices(file).map(({ type, label }) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </UploadDialog>
  )
}

function typeChoices(file: ChosenFile | null): readonly { type: string; label: string }[] {
  if (!file || documentTypeChoices.some(({ type }) => type === file.type))
    return documentTypeChoices
  const own = { type: file.type, label: `Image (${fileTypeLabel(file.type)})` }
  return [...documentTypeChoices, own]
}

const resolver = lazyResolver(() =>
  import('#contract/documents/shapes.ts').then((files) => files.newDocument),
)
