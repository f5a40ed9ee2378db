/** Recognizes read-only statements, which continue while changes are refused and may use any connection. */

const changing = /\b(?:insert|update|delete|merge)\b/i

/**
 * Whether a statement only reads. `with` may precede or contain a change; a read with one of those words, even in a
 * literal, counts as a change.
 */
export const isRead = (text: string) =>
  /^\s*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !changing.test(text))
