/** Copies text to the clipboard. Returns false where the clipboard is unavailable, such as without HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
