import { photoTypes, withFittingExtension } from '#domain/documents/files.ts'
import { ApiError, notFound } from '#server/errors.ts'
import type { ByteRange, FileStore, StoredFile } from '#server/storage/storage.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { matchesTag } from './entity-tags.ts'

export interface ServedObject {
  path: string
  filename: string
  contentType: string
  /**
   * The number of seconds for which browsers can reuse their copy without revalidating it. If 0, they always
   * revalidate. If omitted, caching is disabled.
   */
  cacheSeconds?: number
  /**
   * Runs before the first byte or a 304 is sent. If it fails, nothing is sent. `isLaterPart` is true for a range that
   * starts after the first byte.
   */
  beforeSending?: (isLaterPart: boolean) => Promise<void>
}

/**
 * Sends a stored file. The status is 200, 206 for one range, 304 for a current copy, or 416 for a range outside the
 * file. The handler has already checked access.
 * @throws {ApiError} 404 if the file isn't in the store.
 */
export async function sendObject(
  reply: FastifyReply,
  request: FastifyRequest,
  store: FileStore,
  object: ServedObject,
): Promise<FastifyReply> {
  const range = request.method === 'GET' ? parseRange(request.headers.range) : undefined
  let file = await store.read(object.path, range)
  if (!file) throw notFound('The file')
  const tag = entityTag(file)
  const isPart = range !== undefined && rangeStillApplies(request.headers['if-range'], tag)
  if (range && !isPart) {
    file.stream.destroy()
    file = await store.read(object.path)
    if (!file) throw notFound('The file')
  }
  const isOutside = isPart && file.end < file.start
  if (object.beforeSending && request.method === 'GET' && !isOutside)
    await object.beforeSending(isPart && file.start > 0).catch((error: unknown) => {
      file?.stream.destroy()
      throw error
    })
  reply.headers(objectHeaders(object)).headers({
    etag: tag,
    'last-modified': file.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  })
  if (matchesTag(request.headers['if-none-match'], tag)) {
    file.stream.destroy()
    return reply.code(304).send()
  }
  if (isOutside) {
    file.stream.destroy()
    return reply
      .code(416)
      .removeHeader('content-disposition')
      .removeHeader('etag')
      .header('content-range', `bytes */${file.sizeBytes}`)
      .header('content-type', 'application/json; charset=utf-8')
      .send(new ApiError(416, 'range_not_satisfiable', "The file doesn't have that range").toBody())
  }
  if (isPart)
    reply.code(206).header('content-range', `bytes ${file.start}-${file.end}/${file.sizeBytes}`)
  reply.header('content-length', file.end - file.start + 1)
  if (request.method !== 'HEAD') return reply.send(file.stream)
  file.stream.destroy()
  // Fastify's HEAD route overwrites the length unless the payload is a stream.
  return reply.send(Readable.from([]))
}

/** Parses a Range header. Returns undefined if it doesn't contain exactly one range. */
export function parseRange(header: string | undefined): ByteRange | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '') return last === '' ? undefined : { last: Number(last) }
  if (last === '') return { start: Number(first) }
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) }
}

const rasterImages: readonly string[] = photoTypes
const wellFormedType = /^[\w.+-]+\/[\w.+-]+$/

/**
 * True if a browser can display the file in a page. Only PDFs and raster images qualify, because they can't run
 * scripts.
 */
export const isShownInline = (contentType: string) =>
  contentType === 'application/pdf' || rasterImages.includes(contentType)

function objectHeaders({ contentType, filename, cacheSeconds }: ServedObject) {
  const type = contentType.toLowerCase().split(';')[0]?.trim() ?? ''
  return {
    'content-type': wellFormedType.test(type) ? type : 'application/octet-stream',
    'content-disposition': contentDisposition(
      isShownInline(type) ? 'inline' : 'attachment',
      filename,
      type,
    ),
    'x-content-type-options': 'nosniff',
    'content-security-policy': type === 'application/pdf' ? pdfPolicy : sandboxPolicy,
    'cache-control': caching(cacheSeconds),
  }
}

function caching(seconds: number | undefined) {
  if (seconds === undefined) return 'no-store'
  return seconds > 0 ? `private, max-age=${seconds}` : 'private, no-cache'
}

// Browsers wrap an image in a generated page with inline styles, which the policy must allow.
const sandboxPolicy =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
// Some browsers don't start their PDF viewer in a sandbox or under a policy without object-src.
const pdfPolicy =
  "default-src 'none'; object-src 'self'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/**
 * Returns a Content-Disposition header (RFC 6266): an ASCII `filename` and, if that loses characters, the full name in
 * `filename*` (RFC 8187). Corrects the extension, because operating systems open files by extension.
 */
export function contentDisposition(
  disposition: 'inline' | 'attachment',
  filename: string,
  contentType = '',
): string {
  const cleaned =
    filename
      .replace(/\p{Surrogate}/gu, '_')
      .split(/[/\\]/)
      .at(-1)
      // eslint-disable-next-line no-control-regex -- Removes control characters.
      ?.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim() || 'file'
  const name = withFittingExtension(cleaned, contentType)
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${whole}`}`
}

/** A file is always replaced as a whole, so its size and modification time identify its version. */
const entityTag = ({ sizeBytes, modifiedAt }: StoredFile) =>
  `"${sizeBytes.toString(16)}-${modifiedAt.getTime().toString(16)}"`

/** A range of an outdated version would be inconsistent, so the complete file is sent. */
const rangeStillApplies = (ifRange: string | string[] | undefined, tag: string) =>
  ifRange === undefined || String(ifRange).trim() === tag
