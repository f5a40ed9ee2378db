import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ChosenFile } from './Uploader.tsx'

export interface UploadFields {
  loanId: string
  filename: string
  fileUrl: string
}

export type UploadForm = Pick<
  UseFormReturn<UploadFields>,
  | 'clearErrors'
  | 'control'
  | 'formState'
  | 'getValues'
  | 'register'
  | 'reset'
  | 'setError'
  | 'setFocus'
  | 'setValue'
>

export const asUploadForm = <Values extends UploadFields>(
  form: Pick<UseFormReturn<Values>, keyof UploadForm>,
) =>
  // The types of react-hook-form depend on all of the form's values, so a form with additional fields isn't assignable.
  form as unknown as UploadForm

/**
 * Copies the file's name into the form, unless the user typed a different name. After the upload, also copies the path.
 * `onChosen` fills in the fields of a specific form.
 */
export function useChosenFile(form: UploadForm, onChosen?: (file: ChosenFile) => void) {
  const [file, setFile] = useState<ChosenFile | null>(null)

  function take(next: ChosenFile | null) {
    form.setValue('fileUrl', next?.fileUrl ?? '')
    form.clearErrors('fileUrl')
    if (!next) return
    if (next.fileUrl) {
      if (!isTyping()) form.setFocus('loanId')
    } else {
      const typed = form.getValues('filename')
      if (typed === '' || typed === file?.name) form.setValue('filename', next.name)
      onChosen?.(next)
    }
    setFile(next)
  }

  return { file, take }
}

export const isTyping = () => document.activeElement?.matches('input, select, textarea') === true
