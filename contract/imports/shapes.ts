import { importKinds, importLimits } from '#domain/imports/columns.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flagOr, searchText } from '#contract/wire.ts'

/**
 * The field for each column, separated by commas. An empty entry skips the column. By default, the headers determine
 * the fields.
 */
const columns = searchText(importLimits.maxColumns * 20)

const reading = {
  columns,
  /** Skips loans whose title and borrower already exist, and people who have an account or an invitation. */
  skipKnown: flagOr('false'),
}

export const importPreviewRequest = z.object({
  ...reading,
  kind: z.enum(importKinds, 'Must be loans or lenders'),
})

export const loanImport = z.object({
  ...reading,
  filename: searchText(textLimits.filename),
})

export const lenderImport = z.extend(loanImport, {
  /** Approves lenders in advance, except those whose row in the file says otherwise. */
  isApproved: flagOr('false'),
})

const rowError = z.object({
  /** The row's number in a spreadsheet, in which the header is row 1. */
  row: z.int(),
  /** The header of the column, or null if the error is about the entire row. */
  column: z.nullable(z.string()),
  value: z.string(),
  message: z.string(),
})
export type RowError = z.infer<typeof rowError>

export const importPreview = z.object({
  columns: z.array(
    z.object({
      header: z.string(),
      sample: z.string(),
      field: z.nullable(z.string()),
    }),
  ),
  missing: z.array(z.string()),
  /** The number of rows in the file, without the header and blank rows. */
  rows: z.int(),
  /** The number of rows that have no errors and aren't skipped. */
  importable: z.int(),
  /** The number of rows whose loan or lender already exists. `knownSome` lists some of them. */
  known: z.int(),
  knownSome: z.array(z.object({ row: z.int(), name: z.string() })),
  badRows: z.int(),
  errors: z.int(),
  firstErrors: z.array(rowError),
})
export type ImportPreview = z.infer<typeof importPreview>

export const imported = z.object({
  imported: z.int(),
  skipped: z.int(),
})
export type Imported = z.infer<typeof imported>
