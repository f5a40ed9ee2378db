/** Email addresses as people paste them: separated by anything, with names or without. */
export interface TypedAddresses {
  /** Each once. */
  emails: string[]
  /** What looks like an address, and isn't one. */
  unreadable: string[]
}

export function readAddresses(text: string): TypedAddresses {
  const words = text.split(/[\s,;<>"'()[\]]+/).filter((word) => word.includes('@'))
  const isAddress = (word: string) => /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(word)
  const byKey = new Map(words.filter(isAddress).map((word) => [word.toLowerCase(), word] as const))
  return {
    emails: [...byKey.values()],
    unreadable: words.filter((word) => !isAddress(word)),
  }
}
