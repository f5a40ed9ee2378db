/** Has the browser save a text as a file. */
export function saveText(filename: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
