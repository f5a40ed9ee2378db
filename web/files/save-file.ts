export function saveFile(filename: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // The browser reads the URL after the click, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export const saveText = (filename: string, text: string) =>
  saveFile(filename, new Blob([text], { type: 'text/plain' }))
