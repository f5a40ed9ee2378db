import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Upload } from '#contract/documents/shapes.ts'
import {
  fileRefusal,
  privateMarker,
  uploadLimits,
  type UploadKind,
} from '#domain/documents/files.ts'
import type { Queryable } from '#server/database/client.ts'
import { uploads } from '#server/database/schema/documents.ts'
import { ApiError, conflict, forbidden, invalid, notFound } from '#server/errors.ts'
import { chunksOf, isStream } from '#server/http/body-chunks.ts'
import { letBodyBeSlow } from '#server/http/limits/connections.ts'
import type { Context } from '#server/http/mount.ts'
import { isSafePath, PathTakenError } from '#server/storage/storage.ts'
import { newToken, tokenHash } from '#server/sign-in/tokens.ts'
import { eq, sql } from 'drizzle-orm'
import { isRegistered } from './register.ts'

export async function receiveUpload(
  { db, store, request }: Context<'anyone'>,
  path: string,
  token = '',
): Promise<void> {
  if (store.intake.by !== 'stream' || !isSafePath(path)) throw notFound('The upload address')
  const upload = await findOffer(db, path, token)
  const body = request.body
  if (!isStream(body)) throw emptyFile()
  refuseOtherTerms(upload, request.headers)
  letBodyBeSlow(request.raw)
  try {
    await store.intake.receive(path, measured(body, upload))
  } catch (error) {
    if (error instanceof PathTakenError)
      throw conflict('This upload address was already used', 'upload_used')
    throw error
  } finally {
    // A rejected body is read to its end. Otherwise, the client couldn't read the response.
    body.resume()
  }
  if (await isExpected(db, path)) return
  await store.delete(path)
  throw notValid()
}

const minutes = 15

/** Returns a URL that accepts one file within 15 minutes. */
export async function offerUpload(
  { db, store, config, request, principal }: Context<'admin'>,
  kind: UploadKind,
  { contentType, size }: { contentType?: string | undefined; size?: number | undefined },
): Promise<Upload> {
  const path = `${kind}s/${randomUUID()}`
  const token = newToken()
  const terms = { contentType: contentType ?? null, sizeBytes: size ?? null }
  const [row] = await db
    .insert(uploads)
    .values({
      ...terms,
      path,
      kind,
      userId: principal.account.id,
      tokenHash: tokenHash(token),
      expiresAt: sql`now() + make_interval(mins => ${minutes})`,
    })
    .returning({ expiresAt: uploads.expiresAt })
  if (!row) throw new Error('The upload was not written down')
  const { url, headers } =
    store.intake.by === 'address'
      ? await store.intake.sign(path, { ...terms, expiresInSeconds: minutes * 60 })
      : {
          url: `${ownOrigin(request, config.publicUrl)}/api/uploads${privateMarker}${path}?token=${token}`,
          headers: contentType === undefined ? {} : { 'content-type': contentType },
        }
  return { uploadURL: url, headers, expiresAt: row.expiresAt.toISOString() }
}

/** The server's origin as the caller sees it. Pages can't upload to any other origin. */
const ownOrigin = ({ host, protocol }: { host: string; protocol: string }, publicUrl: string) =>
  host === new URL(publicUrl).host ? publicUrl : `${protocol}://${host}`

type Offer = typeof uploads.$inferSelect

async function findOffer(db: Queryable, path: string, token: string): Promise<Offer> {
  const [row] = await db
    .select({ upload: uploads, isOver: sql<boolean>`${uploads.expiresAt} <= now()` })
    .from(uploads)
    .where(eq(uploads.path, path))
  if (!row || !isSame(row.upload.tokenHash, tokenHash(token))) throw notValid()
  if (row.isOver) throw forbidden('This upload has expired. Retry it with a new upload address.')
  return row.upload
}

const notValid = () => forbidden("This upload address isn't valid")

/**
 * Returns true if the upload is still expected. If it was canceled before the bytes arrived, they must be deleted now.
 */
const isExpected = async (db: Queryable, path: string) =>
  (await db.$count(uploads, eq(uploads.path, path))) > 0 || (await isRegistered(db, path))

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function refuseOtherTerms(
  upload: Offer,
  headers: { 'content-type'?: string | undefined; 'content-length'?: string | undefined },
) {
  const length = headers['content-length']
  if (upload.contentType !== null && headers['content-type'] !== upload.contentType)
    throw invalid(`This upload address takes only ${upload.contentType}`)
  if (length === undefined) return
  if (Number(length) === 0) throw emptyFile()
  if (Number(length) > uploadLimits[upload.kind].maxBytes) throw tooLarge(upload.kind)
  if (upload.sizeBytes !== null && Number(length) !== upload.sizeBytes) throw otherSize()
}

/** Passes the bytes through. Throws an error if the upload is too long, too short, or empty. */
async function* measured(body: Readable, { kind, sizeBytes }: Offer): AsyncGenerator<Buffer> {
  const maxSize = sizeBytes ?? uploadLimits[kind].maxBytes
  let size = 0
  for await (const chunk of chunksOf(body)) {
    size += chunk.length
    if (size > maxSize) throw sizeBytes === null ? tooLarge(kind) : otherSize()
    yield chunk
  }
  if (size === 0) throw emptyFile()
  if (sizeBytes !== null && size !== sizeBytes) throw otherSize()
}

const emptyFile = () => invalid(fileRefusal.empty)
const otherSize = () => invalid(fileRefusal.otherSize)
const tooLarge = (kind: UploadKind) => new ApiError(413, 'too_large', fileRefusal.tooLarge(kind))
