/** Recognizes statements that only read: they go on while changes are refused, and use any connection. */

const changing = /\b(?:insert|update|delete|merge)\b/i

/**
 * Whether a statement only reads. `with` may precede a change, or contain one; a read that has one of those
 * words, even in a text, is taken for a change.
 */
export const isRead = (text: string) =>
  /^\s*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !changing.test(text))
