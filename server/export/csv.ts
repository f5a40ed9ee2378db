/** CSV (RFC 4180) that spreadsheets open, with users' text escaped against formulas. */

/** Byte order mark before the first row: spreadsheets detect UTF-8 by it. */
export const csvMark = '\ufeff'

/**
 * Makes a spreadsheet treat a text as text: one that starts like a formula gets an apostrophe
 * in front. Characters not allowed in XML are removed.
 */
export const escapeFormula = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- control characters are what must go
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'")

/**
 * Where spreadsheets split at semicolons, as in much of Europe, or at tabs, a cell can also start
 * inside a text; text that looks like its quotes, with spaces between them, is escaped too.
 */
export const escapeFormulaInCsv = (text: string) =>
  // From the start of each run of spaces and quotes only, so that many line ends don't take minutes.
  escapeFormula(text).replaceAll(
    /(?<![\s"])[\s"]*(?=[=+\-@＝＋－＠])/g,
    (run, offset: number, whole: string) =>
      offset === 0 || whole[offset - 1] === ';' || /[\t\r\n]/.test(run) ? `${run}'` : run,
  )

export const csvRecord = (fields: readonly string[]) =>
  `${fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`
