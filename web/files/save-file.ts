/** Makes the browser save a file under a name. */
export function saveFile(filename: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // The browser reads it later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
