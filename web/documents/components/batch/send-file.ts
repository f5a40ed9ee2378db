import { call } from '#web/api/client.ts'
import { whyNotSent } from '#web/api/not-sent.ts'
import { storagePath } from '#web/documents/components/uploads/storage-path.ts'
import {
  StoreError,
  describeUploadError,
  mayRetryUpload,
} from '#web/documents/components/uploads/upload-error.ts'
import type { SendableItem } from './batch-item.ts'
import type { SendItem } from './upload-queue.ts'

export const sendFile: SendItem = async (item, { onProgress, signal }) => {
  const { uploadURL, headers } = await askForUpload(item)
  const { href } = new URL(uploadURL, window.location.href)
  await put(href, headers, item.file, { onProgress, signal })
  return storagePath(href)
}

const askForUpload = ({ kind, type, file: { size } }: SendableItem) =>
  kind === 'photo'
    ? call('createPhotoUpload', { body: { contentType: type, size } })
    : call('createDocumentUpload', { body: { contentType: type, size } })

type SendOptions = Parameters<SendItem>[1]

/** Uses XMLHttpRequest, because `fetch` doesn't report upload progress. */
function put(
  url: string,
  headers: Record<string, string>,
  file: File,
  { onProgress, signal }: SendOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve()
      else reject(new StoreError(status, responseText))
    })
    request.addEventListener('error', () => void whyNotSent(file, request).then(reject))
    request.addEventListener('abort', () => reject(new StoreError(0, '')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** Returns the reason why uploading or saving failed, and whether a retry could succeed. */
export function judgeUpload(error: unknown): { why: string; mayRetry: boolean } {
  return { why: describeUploadError(error), mayRetry: mayRetryUpload(error) }
}
