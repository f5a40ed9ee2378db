/** Documents and photos of a loan. Their bytes are fetched under /objects/. */
import * as z from 'zod/mini'
import { flag, id, timestamp } from './wire.ts'

export const document = z.object({
  id,
  loanId: id,
  filename: z.string(),
  /** MIME type. */
  fileType: z.string(),
  /** The path below /objects/. */
  fileUrl: z.string(),
  uploadedAt: timestamp,
})
export type Document = z.infer<typeof document>

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
