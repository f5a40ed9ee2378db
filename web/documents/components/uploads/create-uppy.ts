import {
  fileRefusal,
  uploadLimits,
  type DocumentType,
  type PhotoType,
  type UploadKind,
} from '#domain/documents/files.ts'
import { call } from '#web/api/client.ts'
import { fileTypeLabel } from '#web/documents/components/stored-file.ts'
import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { storagePath } from './storage-path.ts'

/**
 * Creates an Uppy instance for a single file, whose upload is started manually. Each attempt requests a new upload URL,
 * because URLs work only once and expire soon.
 */
export function createUppy(kind: UploadKind) {
  const { types, maxBytes } = uploadLimits[kind]
  const uppy = new Uppy({
    autoProceed: false,
    restrictions: {
      maxNumberOfFiles: 1,
      minFileSize: 1,
      maxFileSize: maxBytes,
      allowedFileTypes: [...types],
    },
    locale: {
      pluralize: (count) => (count === 1 ? 0 : 1),
      strings: {
        inferiorSize: fileRefusal.empty,
        youCanOnlyUploadFileTypes: `You can only upload: ${typeNames(kind)}`,
      },
    },
    // The dialog displays errors, so they aren't logged.
    logger: { debug: ignore, warn: ignore, error: ignore },
  })
  return uppy.use(AwsS3, {
    shouldUseMultipart: false,
    async signRequest({ key }) {
      const [file] = uppy.getFiles()
      // The file was removed before its upload started.
      if (!file) throw new Error('')
      const size = file.size ?? undefined
      const { uploadURL, headers } = await uploadOf[kind](file.type, size)
      const { href } = new URL(uploadURL, window.location.href)
      return { url: href, key: storagePath(href) || key, headers }
    },
  })
}

/** Returns names such as "PDF, DOC, DOCX", in the table's order. */
export const typeNames = (kind: UploadKind) =>
  uploadLimits[kind].types.map(fileTypeLabel).join(', ')

const uploadOf = {
  document: (type: string, size: number | undefined) =>
    call('createDocumentUpload', { body: { contentType: type as DocumentType, size } }),
  photo: (type: string, size: number | undefined) =>
    call('createPhotoUpload', { body: { contentType: type as PhotoType, size } }),
}

const ignore = () => undefined

const stalledAfterMs = 30_000

/** Calls a function when an upload stops making progress, because Uppy doesn't report stalled uploads. */
export function onStalledUpload(
  uppy: ReturnType<typeof createUppy>,
  onStalled: () => void,
  afterMs = stalledAfterMs,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const wait = () => {
    stop()
    timer = setTimeout(onStalled, afterMs)
  }
  uppy.on('upload', wait)
  uppy.on('upload-progress', wait)
  uppy.on('upload-success', stop)
  uppy.on('upload-error', stop)
  uppy.on('file-removed', stop)
  uppy.on('cancel-all', stop)
}
