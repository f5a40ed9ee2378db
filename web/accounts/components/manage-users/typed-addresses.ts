/** Email addresses as people paste them: separated by anything, with names or without. */
export interface TypedAddresses {
  /** Each once. */
  emails: string[]
  /** What looks like an address, and isn't one. */
  unreadable: string[]
}

export function readAddresses(text: string): TypedAddresses {
  const words = text.split(/[,;\r\n]+/).flatMap(wordsLikeAddresses)
  const isAddress = (word: string) => /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(word)
  const byKey = new Map(words.filter(isAddress).map((word) => [word.toLowerCase(), word] as const))
  return {
    emails: [...byKey.values()],
    unreadable: words.filter((word) => !isAddress(word)),
  }
}

/** Of one entry: beside an address in angle brackets, all else is a name. */
function wordsLikeAddresses(entry: string): string[] {
  const isNamed = /<[^<>@]*@[^<>]*>/.test(entry)
  return entry
    .split(/[\s<>"'()[\]]+/)
    .filter((word) => word.includes('@') || (!isNamed && lacksAt.test(word)))
}

/** `bob.example.com`, but not the initials of `J.P. Cole`. */
const lacksAt = /[^.]{2}\.[^.]{2}/
