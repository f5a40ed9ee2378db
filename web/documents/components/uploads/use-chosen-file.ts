import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isTyping } from './is-typing.ts'
import type { ChosenFile } from './Uploader.tsx'

/** What the forms of documents and photos have in common. */
export interface UploadFields {
  loanId: string
  filename: string
  fileUrl: string
}

export type UploadForm = Pick<
  UseFormReturn<UploadFields>,
  'clearErrors' | 'getValues' | 'setError' | 'setFocus' | 'setValue'
>

/** A form with these fields and more, as one of these alone. */
export const asUploadForm = <Values extends UploadFields>(
  form: Pick<UseFormReturn<Values>, keyof UploadForm>,
) =>
  // Its type knows a field by the whole form's values, and so takes no form for a part of another.
  form as unknown as UploadForm

/**
 * The last file that was chosen, and what takes it over into the form: its path once it is uploaded,
 * and its name unless another was typed. `onChosen` fills in what only one of the forms has.
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
