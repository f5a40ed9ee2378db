import { enteredLoan } from './shapes.ts'
import { readCell } from '#domain/imports/cells.ts'
import { importColumns } from '#domain/imports/columns.ts'

const cells = importColumns.loans.map(({ field, cell, example }) => [
  field,
  readCell(cell, example),
])

/** A valid new loan: the example row of the import template, with its empty cells filled in. */
export const exampleLoan = enteredLoan.parse({
  ...Object.fromEntries(cells),
  fundedOn: '2026-03-31',
  noteRate: '7.245',
  commitmentDeadline: '2026-12-05T22:00:00.000Z',
  closingDate: '2026-12-19',
  imageUrl: 'https://example.com/harbor.png',
})
