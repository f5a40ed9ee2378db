/** Parses pasted email addresses, with any separators and with or without display names. */
export interface TypedAddresses {
  emails: string[]
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

/** If an entry has an address in angle brackets, the rest of the entry is the display name. */
function wordsLikeAddresses(entry: string): string[] {
  const isNamed = /<[^<>@]*@[^<>]*>/.test(entry)
  return entry
    .split(/[\s<>"'()[\]]+/)
    .filter((word) => word.includes('@') || (!isNamed && lacksAt.test(word)))
}

/** Matches `bob.example.com` but not the initials in `J.P. Cole`. */
const lacksAt = /[^.]{2}\.[^.]{2}/
