import { saveFile } from './save-file.ts'

export const saveText = (filename: string, text: string) =>
  saveFile(filename, new Blob([text], { type: 'text/plain' }))
