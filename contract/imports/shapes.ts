/** Importing loans and lenders from files: what is asked, and what a file was found to hold. */
import { importKinds, importLimits } from '#domain/imports/columns.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flagOr, searchText } from '#contract/wire.ts'

/**
 * The field of each column of the file, in its order and separated by commas; nothing between two commas leaves
 * that column out. Without it, columns are matched by their headers.
 */
const columns = searchText(importLimits.maxColumns * 20)

/** How the rows of a file are read; the file itself is the body. */
const reading = {
  columns,
  /** Leaves out what the desk has: loans of the same title and borrower, and people it knows or has invited. */
  skipKnown: flagOr('false'),
}

export const importPreviewRequest = z.object({
  ...reading,
  kind: z.enum(importKinds, 'Must be loans or lenders'),
})

export const loanImport = z.object({
  ...reading,
  /** The file's name, for the record. */
  filename: searchText(textLimits.filename),
})

export const lenderImport = z.extend(loanImport, {
  /** Whether those are approved in advance whose row doesn't say. */
  isApproved: flagOr('false'),
})

const rowError = z.object({
  /** As spreadsheets count them: the headers are row 1. */
  row: z.int(),
  /** The header of the column; null when the error is about the whole row. */
  column: z.nullable(z.string()),
  value: z.string(),
  message: z.string(),
})
export type RowError = z.infer<typeof rowError>

export const importPreview = z.object({
  columns: z.array(
    z.object({
      header: z.string(),
      /** The column's first value. */
      sample: z.string(),
      field: z.nullable(z.string()),
    }),
  ),
  /** The names of required fields that no column has. */
  missing: z.array(z.string()),
  /** How many rows the file has, without headers and blank rows. */
  rows: z.int(),
  /** How many rows would be imported if none had an error. */
  importable: z.int(),
  /** How many rows the desk has, and some of them. */
  known: z.int(),
  knownSome: z.array(z.object({ row: z.int(), name: z.string() })),
  badRows: z.int(),
  errors: z.int(),
  /** The first errors. */
  firstErrors: z.array(rowError),
})
export type ImportPreview = z.infer<typeof importPreview>

export const imported = z.object({
  imported: z.int(),
  skipped: z.int(),
})
export type Imported = z.infer<typeof imported>
