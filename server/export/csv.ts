/** Comma-separated values (RFC 4180) that spreadsheets open, with other people's words made harmless. */

/** Stands before the first record: by it spreadsheets know UTF-8. */
export const csvMark = '\ufeff'

/**
 * A text that a spreadsheet takes for a text: one that begins like a formula gets an apostrophe
 * before it. What XML can't hold goes.
 */
export const harmless = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- control characters are what must go
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")

/**
 * Where semicolons separate, as in much of Europe, or tabs do, a cell also begins within a text; what
 * looks like its quotes, with spaces between them, is not part of it.
 */
export const harmlessInCsv = (text: string) =>
  harmless(text).replaceAll(/((?:^|[;\t\r\n])[\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'")

export const csvRecord = (fields: readonly string[]) =>
  `${fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
