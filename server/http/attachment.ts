/** Files that are made for whoever asks for them: downloaded, never shown, and kept by nobody on the way. */
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { contentDisposition } from './objects.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}
export type AttachmentFormat = keyof typeof types

interface Attachment {
  /** Without an extension, which follows from the format. */
  name: string
  format: AttachmentFormat
  content: Buffer | Readable
  /** Of a stream, if it is known. */
  sizeBytes?: number
}

/** Sends a file. What it has must be on record before: a file that is on its way can't be called back. */
export const sendAttachment = (
  reply: FastifyReply,
  { name, format, content, sizeBytes }: Attachment,
): FastifyReply =>
  reply
    .headers({
      'content-type': types[format],
      ...(sizeBytes !== undefined && { 'content-length': sizeBytes }),
      // A slash, as titles of loans have it, would be taken for a folder.
      'content-disposition': contentDisposition(
        'attachment',
        `${name.replaceAll(/[/\\]/g, '-')}.${format}`,
      ),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(content)
