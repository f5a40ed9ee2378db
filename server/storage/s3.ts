import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { privateMarker } from '#domain/documents/files.ts'
import type { S3Config } from '#server/config/config.ts'
import { Readable } from 'node:stream'
import {
  assertSafePath,
  StoreAwayError,
  StoreRefusedError,
  type ByteRange,
  type FileStore,
} from './storage.ts'

const timeoutMs = 5_000
const checkTimeoutMs = 3_000

export function s3Store(config: S3Config): FileStore {
  const client = openClient(config)
  const locate = (storedPath: string) => {
    assertSafePath(storedPath)
    // The marker begins with a slash, which the URL already contains after the bucket.
    return { Bucket: config.bucket, Key: `${privateMarker.slice(1)}${storedPath}` }
  }
  return {
    async write(storedPath, bytes) {
      await markErrors(client.send(new PutObjectCommand({ ...locate(storedPath), Body: bytes })))
    },

    intake: {
      by: 'address',
      async sign(storedPath, { expiresInSeconds, contentType, sizeBytes }) {
        const put = new PutObjectCommand({
          ...locate(storedPath),
          IfNoneMatch: '*',
          ...(contentType !== null && { ContentType: contentType }),
          ...(sizeBytes !== null && { ContentLength: sizeBytes }),
        })
        const url = await markErrors(
          getSignedUrl(client, put, {
            expiresIn: expiresInSeconds,
            // By default, the presigner leaves the last two headers unsigned. If no type is declared, the type header
            // must stay unsigned, because the client would otherwise sign a default type.
            signableHeaders: new Set([
              'host',
              'if-none-match',
              ...(contentType === null ? [] : ['content-type']),
              ...(sizeBytes === null ? [] : ['content-length']),
            ]),
            unhoistableHeaders: new Set(['if-none-match']),
          }),
        )
        return {
          url,
          headers: {
            'if-none-match': '*',
            ...(contentType !== null && { 'content-type': contentType }),
          },
        }
      },
    },

    async read(storedPath, range) {
      return readObject(client, locate(storedPath), range)
    },

    async sizeOf(storedPath) {
      const head = new HeadObjectCommand(locate(storedPath))
      const found = await markErrors(client.send(head).catch(nullWhenMissing))
      return found ? (found.ContentLength ?? 0) : null
    },

    async delete(storedPath) {
      await markErrors(
        client.send(new DeleteObjectCommand(locate(storedPath))).catch(nullWhenMissing),
      )
    },

    // S3 stores only complete objects, so there are no partial files.
    async removeRemains() {},

    async check() {
      const head = new HeadBucketCommand({ Bucket: config.bucket })
      const abortSignal = AbortSignal.timeout(checkTimeoutMs)
      await client.send(head, { abortSignal }).catch((error: unknown) => {
        throw refused(error, config) ?? away(error)
      })
    },
  }
}

function openClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3Client {
  // The warning names the Node versions that future SDK versions will require. It is meant for developers, not
  // operators.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Few self-hosted services have the DNS names that virtual-hosted bucket URLs need.
    forcePathStyle: true,
    // Services other than Amazon's reject the checksums that the client adds by default, and a browser couldn't send a
    // checksum with an upload.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // Sockets have no idle timeout, because a connection is idle while a slow client reads.
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  })
}

type Place = { Bucket: string; Key: string }

async function readObject(client: S3Client, place: Place, range: ByteRange | undefined) {
  const get = new GetObjectCommand({ ...place, ...(range && { Range: rangeHeader(range) }) })
  const found = await client
    .send(get)
    .catch(nullWhenMissing)
    .catch((error: unknown) => {
      if (isOutside(error)) return 'outside' as const
      throw away(error)
    })
  if (found === null) return null
  if (found === 'outside') {
    const whole = await markErrors(client.send(new HeadObjectCommand(place)).catch(nullWhenMissing))
    if (!whole) return null
    const sizeBytes = whole.ContentLength ?? 0
    const modifiedAt = whole.LastModified ?? new Date(0)
    return {
      stream: Readable.from([]),
      sizeBytes,
      modifiedAt,
      start: sizeBytes,
      end: sizeBytes - 1,
    }
  }
  const { Body: stream, ContentLength: length = 0, LastModified: modifiedAt = new Date(0) } = found
  // In Node, the body is a Readable. The type also includes the types used in browsers.
  if (!(stream instanceof Readable)) throw new StoreAwayError('The file store sent no bytes')
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '')
  if (!part) return { stream, sizeBytes: length, modifiedAt, start: 0, end: length - 1 }
  const [start = 0, end = 0, sizeBytes = 0] = part.slice(1).map(Number)
  return { stream, sizeBytes, modifiedAt, start, end }
}

function rangeHeader(range: ByteRange): string {
  if ('last' in range) return `bytes=-${range.last}`
  return `bytes=${range.start}-${range.end ?? ''}`
}

const markErrors = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw away(error)
  })

const isOutside = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416

function nullWhenMissing(error: unknown): null {
  // A missing bucket must not be treated as a missing file.
  const isMissing =
    error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== 'NoSuchBucket'
  if (isMissing) return null
  throw error
}

/** Names the incorrect setting, because the response to a HEAD request has no body that explains the error. */
function refused(error: unknown, { bucket, region }: S3Config): StoreRefusedError | null {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  const words: Record<number, string> = {
    400: `S3_REGION is ${region}, which S3_ENDPOINT doesn't accept for the bucket ${bucket}`,
    301: `S3_REGION is ${region}, which is not the region of the bucket ${bucket}`,
    403: `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are refused for the bucket ${bucket}. Check both, and the rights of their user.`,
    404: `S3_BUCKET is ${bucket}, and S3_ENDPOINT has no such bucket. Create it, or name another.`,
  }
  const why = status === undefined ? undefined : words[status]
  return why === undefined ? null : new StoreRefusedError(why, { cause: error })
}

function away(error: unknown): Error {
  const isFull =
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 507 || error.name === 'QuotaExceeded')
  if (isFull)
    return Object.assign(new Error('The bucket is full', { cause: error }), { code: 'ENOSPC' })
  return new StoreAwayError("The S3 service can't be used", { cause: error })
}
