/** A loan's documents and photos. Clients upload files to signed URLs and download them under /objects/. */
import { documentGroups } from '#domain/documents/groups.ts'
import {
  documentTypes,
  fileRefusal,
  uploadLimits,
  type UploadKind,
} from '#domain/documents/files.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import {
  flag,
  inputFlag,
  id,
  ignoredText,
  optionalText,
  pageFields,
  searchText,
  text,
  timestamp,
} from '#contract/wire.ts'

export const document = z.object({
  id,
  loanId: id,
  filename: z.string(),
  fileType: z.string(),
  fileUrl: z.string(),
  /** The group that an administrator chose. If none was chosen, a guess based on the file name. */
  group: z.enum(documentGroups),
  /** The size in bytes. Null if the file is missing from the store. */
  sizeBytes: z.nullable(z.int()),
  uploadedAt: timestamp,
})
export type Document = z.infer<typeof document>

export const listedDocument = z.extend(document, {
  openedAt: z.nullable(timestamp),
})
export type ListedDocument = z.infer<typeof listedDocument>

export const sheetQuery = z.object({ sheet: searchText(100) })

export const documentSheet = z.object({
  sheets: z.array(z.string()),
  /** The name of the returned sheet. Null if all sheets are hidden. */
  sheet: z.nullable(z.string()),
  rows: z.array(z.array(z.string())),
  /** True if the sheet has more rows or columns than are returned. */
  isCut: flag,
})
export type DocumentSheet = z.infer<typeof documentSheet>

export const photo = z.object({
  id,
  loanId: id,
  filename: z.string(),
  fileUrl: z.string(),
  caption: z.string(),
  isCover: flag,
  uploadedAt: timestamp,
})
export type Photo = z.infer<typeof photo>

export const loanFileFilters = z.object({
  kind: z.enum(['document', 'photo'], 'Must be document or photo'),
  /** Matches the file's name or caption, or the loan's title or borrower, ignoring letter case. */
  search: searchText(textLimits.search),
  loanId: z.optional(id),
  ...pageFields(200),
})

export const loanWithFiles = z.object({
  id,
  title: z.string(),
  borrowerName: z.string(),
  fileIds: z.array(id),
  newestAt: timestamp,
})
export type LoanWithFiles = z.infer<typeof loanWithFiles>

/** The type and size of a file to upload. The signed URL includes both, so the store rejects any other file. */
const newUpload = (kind: UploadKind) => {
  const { types, maxBytes } = uploadLimits[kind]
  return z.object({
    contentType: z.optional(z.enum(types, "This type of file isn't accepted")),
    /** The size in bytes. */
    size: z.optional(
      z
        .int('The size must be a whole number of bytes')
        .check(z.minimum(1, fileRefusal.empty), z.maximum(maxBytes, fileRefusal.tooLarge(kind))),
    ),
  })
}
export const newDocumentUpload = newUpload('document')
export const newPhotoUpload = newUpload('photo')

export const upload = z.object({
  /**
   * A URL that accepts a single PUT of the file before the URL expires. The path after `/.private/` is the `fileUrl`.
   */
  uploadURL: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: timestamp,
})
export type Upload = z.infer<typeof upload>

const filename = text(textLimits.filename, 'Filename is required')
const fileUrl = (missing: string) => text(300, missing)
const chosenLoan = z.guid('Please select a loan')
const documentGroup = z.enum(documentGroups, `Must be one of ${documentGroups.join(', ')}`)

export const newDocument = z.object({
  loanId: chosenLoan,
  filename,
  fileType: z.enum(documentTypes, {
    error: ({ input }) => (input ? "This type of file isn't accepted" : 'File type is required'),
  }),
  fileUrl: fileUrl('Please upload a file first'),
  /** Documents of a loan that share this id are announced in one notification. */
  batchId: z.optional(id),
  /** The default is the group that the file name suggests. */
  group: z.optional(documentGroup),
})

export const documentChange = z.object({ group: documentGroup })

export const newPhoto = z.object({
  loanId: chosenLoan,
  filename,
  fileUrl: fileUrl('Please upload a photo first'),
  caption: optionalText(textLimits.caption),
})

export const photoChange = z.object({
  filename: z.optional(filename),
  caption: z.optional(optionalText(textLimits.caption)),
  /** A new cover photo replaces the previous one. */
  isCover: z.optional(inputFlag),
})

/** The display width in pixels, rounded up to the next available rendition. */
const width = z.optional(
  z
    .string('Must be 1 to 4000')
    .check(z.regex(/^([1-9]\d{0,2}|[1-3]\d{3}|4000)$/, 'Must be 1 to 4000')),
)
export const rendition = z.object({ w: width })
/**
 * The server ignores this field. The URL's `photo` parameter changes with the cover so that browsers don't show a
 * cached cover.
 */
export const coverQuery = z.object({ w: width, photo: ignoredText })

export const uploadToken = z.object({ token: searchText(200) })

export const readings = z.object({
  holdersCount: z.int(),
  documents: z.array(
    z.object({
      id,
      filename: z.string(),
      openedBy: z.int(),
    }),
  ),
  /** The lenders with the largest shares, at most 100. */
  holders: z.array(
    z.object({
      lenderId: id,
      lenderName: z.string(),
      lenderCompanyName: z.nullable(z.string()),
      isReachable: flag,
      opened: z.array(z.object({ documentId: id, lastAt: timestamp })),
    }),
  ),
})
export type Readings = z.infer<typeof readings>
