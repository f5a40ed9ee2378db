import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createUppy } from './create-uppy.ts'
import { onStalledUpload } from './on-stalled-upload.ts'

function uploaderThat(step: () => Promise<void>) {
  const uppy = createUppy('document')
  const store = uppy.getPlugin('AwsS3')
  if (store) uppy.removePlugin(store)
  uppy.addUploader(step)
  uppy.addFile({ name: 'a.pdf', type: 'application/pdf', data: new Blob(['%PDF']) })
  let count = 0
  onStalledUpload(uppy, () => void (count += 1), 20)
  return { uppy, count: () => count }
}

test('reports an upload without an answer, once', async () => {
  const { uppy, count } = uploaderThat(() => new Promise(() => {}))
  void uppy.upload()
  await expect.poll(count).toBe(1)
  await sleep(100)
  expect(count()).toBe(1)
  uppy.destroy()
})

test("doesn't report an upload that was removed or failed", async () => {
  const { uppy, count } = uploaderThat(() => new Promise(() => {}))
  void uppy.upload()
  uppy.cancelAll()
  await sleep(100)
  expect(count()).toBe(0)

  const failing = uploaderThat(async () => {
    const [file] = failing.uppy.getFiles()
    failing.uppy.emit('upload-error', file, new Error('Refused'))
  })
  await failing.uppy.upload()
  await sleep(100)
  expect(failing.count()).toBe(0)
  failing.uppy.destroy()
})
