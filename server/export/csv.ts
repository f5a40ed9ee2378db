/** CSV (RFC 4180) for spreadsheets, with users' text escaped against formulas. */

/** Byte order mark before the first row, by which spreadsheets detect UTF-8. */
export const csvMark = '\ufeff'

/**
 * Makes a spreadsheet treat the value as text: an apostrophe precedes anything that starts like a formula. Removes
 * characters that XML does not allow.
 */
export const escapeFormula = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- control characters are what must go
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")

/**
 * Also escapes inside a text. Where spreadsheets split at semicolons, as in much of Europe, or at tabs, a cell can
 * start there, even after text that looks like quotes with spaces in between.
 */
export const escapeFormulaInCsv = (text: string) =>
  // Start at each run of spaces and quotes only; otherwise, many line ends take minutes.
  escapeFormula(text).replaceAll(
    /(?<![\s"])[\s"]*(?=[=+\-@＝＋－＠])/g,
    (run, offset: number, whole: string) =>
      offset === 0 || whole[offset - 1] === ';' || /[\t\r\n]/.test(run) ? `${run}'` : run,
  )

export const csvRecord = (fields: readonly string[]) =>
  `${fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
