import {
  fileRefusal,
  uploadLimits,
  type DocumentType,
  type PhotoType,
  type UploadKind,
} from '#domain/documents/files.ts'
import { call } from '#web/api/client.ts'
import { fileTypeLabel } from '#web/documents/components/file-type-label.ts'
import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { storagePath } from './storage-path.ts'

/**
 * An uploader for one file, started manually. Each attempt requests a new address: an address accepts
 * one file once, and expires soon.
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
    // The dialog shows the errors.
    logger: { debug: ignore, warn: ignore, error: ignore },
  })
  return uppy.use(AwsS3, {
    shouldUseMultipart: false,
    async signRequest({ key }) {
      const [file] = uppy.getFiles()
      // The file was removed a moment ago.
      if (!file) throw new Error('')
      const size = file.size ?? undefined
      const { uploadURL, headers } = await uploadOf[kind](file.type, size)
      const { href } = new URL(uploadURL, window.location.href)
      return { url: href, key: storagePath(href) || key, headers }
    },
  })
}

/** "PDF, DOC, DOCX": display names of the types, in the order of the table. */
export const typeNames = (kind: UploadKind) =>
  uploadLimits[kind].types.map(fileTypeLabel).join(', ')

// Uppy's restrictions allow no other types.
const uploadOf = {
  document: (type: string, size: number | undefined) =>
    call('createDocumentUpload', { body: { contentType: type as DocumentType, size } }),
  photo: (type: string, size: number | undefined) =>
    call('createPhotoUpload', { body: { contentType: type as PhotoType, size } }),
}

const ignore = () => undefined
