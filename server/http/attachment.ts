/** Generated files. Browsers download them instead of displaying them, and neither proxies nor browsers cache them. */
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { contentDisposition } from './objects.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  journal: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}
export type AttachmentFormat = keyof typeof types

interface Attachment {
  name: string
  format: AttachmentFormat
  content: Buffer | Readable
  sizeBytes?: number
}

/** Sends a file. Callers must record its contents in the audit trail first, because a sent file can't be recalled. */
export const sendAttachment = (
  reply: FastifyReply,
  { name, format, content, sizeBytes }: Attachment,
): FastifyReply =>
  reply
    .headers({
      'content-type': types[format],
      ...(sizeBytes !== undefined && { 'content-length': sizeBytes }),
      // Slashes in titles are replaced, because browsers would treat them as path separators.
      'content-disposition': contentDisposition(
        'attachment',
        `${name.replaceAll(/[/\\]/g, '-')}.${format}`,
      ),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(content)
