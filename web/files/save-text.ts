import { saveFile } from './save-file.ts'

/** Makes the browser save a text as a file. */
export const saveText = (filename: string, text: string) =>
  saveFile(filename, new Blob([text], { type: 'text/plain' }))
