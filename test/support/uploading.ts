/** Uploads a file as a browser does: a call returns a URL, and a single PUT request sends the bytes to that URL. */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '#contract/documents/shapes.ts'
import type { UploadKind } from '#domain/documents/files.ts'
import type { Caller, Reply } from './caller.ts'

export interface UploadTerms {
  contentType?: string
  size?: number
}

/** Without `terms`, the upload URL accepts any file up to the size limit. */
export async function askForUpload(
  admin: Caller,
  kind: UploadKind,
  terms: UploadTerms = {},
): Promise<Upload> {
  const name = kind === 'document' ? 'createDocumentUpload' : 'createPhotoUpload'
  // A test can specify an unsupported type, which the call then rejects.
  return admin.call(name, { body: terms as object })
}

/** Returns the path to register: the part of the URL after the private prefix. */
export function fileUrlOf({ uploadURL }: Pick<Upload, 'uploadURL'>): string {
  const [, path = ''] = new URL(uploadURL).pathname.split('/.private/')
  return path
}

export function putBytes(
  { uploadURL, headers: asked }: Pick<Upload, 'uploadURL' | 'headers'>,
  bytes: Buffer | AsyncIterable<Buffer>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const send = uploadURL.startsWith('https:') ? httpsRequest : httpRequest
  const length = Buffer.isBuffer(bytes) ? { 'content-length': String(bytes.length) } : {}
  return new Promise((resolve, reject) => {
    const request = send(uploadURL, {
      method: 'PUT',
      headers: { ...asked, ...length, ...headers },
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        // Sending stops if the server returns an error before it has received the whole file.
        if (!request.writableFinished) request.destroy()
        const whole = Buffer.concat(chunks)
        const status = response.statusCode ?? 0
        resolve({ status, headers: response.headers, bytes: whole, text: whole.toString() })
      })
    })
    request.on('error', reject)
    const source = Readable.from(Buffer.isBuffer(bytes) ? [bytes] : bytes)
    // The request's error handler already reports this error.
    pipeline(source, request).catch(() => {})
  })
}

export async function uploadBytes(admin: Caller, kind: UploadKind, bytes: Buffer): Promise<string> {
  const upload = await askForUpload(admin, kind)
  const reply = await putBytes(upload, bytes)
  if (reply.status >= 300) throw new Error(`The upload answered ${reply.status}: ${reply.text}`)
  return fileUrlOf(upload)
}

/** Yields the given number of bytes in chunks so that a test never holds all of them in memory. */
export async function* manyBytes(size: number, beginning: Buffer = Buffer.alloc(0)) {
  yield beginning
  const piece = Buffer.alloc(256 * 1024, 'A loan is a promise. ')
  for (let left = size - beginning.length; left > 0; left -= piece.length)
    yield left < piece.length ? piece.subarray(0, left) : piece
}
