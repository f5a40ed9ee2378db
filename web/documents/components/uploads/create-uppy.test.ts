import { setTimeout as sleep } from 'node:timers/promises'
import { spec } from '#test/support/requirements.ts'
import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import { expect, test } from 'vitest'
import { createUppy, onStalledUpload } from './create-uppy.ts'

const mebibyte = 1024 * 1024

test('accepts one file and uploads it in a single PUT request when the user starts the upload', () => {
  spec('2.13.1', '5.6.5', '7.44', '9.20', '9.30', '9.31')
  for (const [kind, maxFileSize] of [
    ['document', 50 * mebibyte],
    ['photo', 10 * mebibyte],
  ] as const) {
    const uppy = createUppy(kind)
    expect(uppy.opts.autoProceed).toBe(false)
    expect(uppy.opts.restrictions).toMatchObject({
      maxNumberOfFiles: 1,
      minFileSize: 1,
      maxFileSize,
    })
    expect(optionsOf(uppy.getPlugin('AwsS3'))).toMatchObject({ shouldUseMultipart: false })
    uppy.destroy()
  }
})

test("keeps the uploader's defaults for options that the app doesn't set", () => {
  spec('9.30', '9.33')
  const uppy = new Uppy().use(AwsS3, { signRequest: async () => ({ url: '' }) })
  expect(uppy.opts.infoTimeout).toBe(5_000)
  expect(uppy.opts.autoProceed).toBe(false)
  const store = optionsOf(uppy.getPlugin('AwsS3'))
  expect(store).toMatchObject({ limit: 6 })
  const splits = (size: number) => store.shouldUseMultipart?.({ size })
  expect([splits(100 * mebibyte), splits(100 * mebibyte + 1)]).toEqual([false, true])
  expect(optionsOf(new Dashboard(uppy, { inline: true }))).toMatchObject({
    thumbnailWidth: 280,
    width: 750,
    height: 550,
  })
})

test("uses the app's messages for files that the uploader rejects", () => {
  spec('8.41')
  const uppy = createUppy('document')
  const refused: string[] = []
  uppy.on('restriction-failed', (_file, error) => void refused.push(error.message))
  const add = (name: string, type = 'application/pdf', bytes = 3) => {
    const data = new Blob([new Uint8Array(bytes)], { type })
    expect(() => uppy.addFile({ name, type, data })).toThrow()
  }
  uppy.addFile({ name: 'a.pdf', type: 'application/pdf', data: new Blob(['%PDF']) })
  add('b.pdf')
  add('notes.txt', 'text/plain')
  uppy.removeFile(uppy.getFiles()[0]?.id ?? '')
  add('notes.txt', 'text/plain')
  add('empty.pdf', 'application/pdf', 0)
  add('large.pdf', 'application/pdf', 50 * mebibyte + 1)
  expect(refused[0]).toBe('You can only upload 1 file')
  expect(refused.at(-3)).toMatch(/^You can only upload: PDF, DOC, DOCX, XLS, XLSX, /)
  expect(refused.slice(-2)).toEqual([
    'File data is empty',
    'large.pdf exceeds maximum allowed size of 50 MB',
  ])
  const said = ({ i18n }: Pick<Uppy, 'i18n'>) => ({
    duplicate: i18n('noDuplicates', { fileName: 'a.pdf' }),
    offline: i18n('noInternetConnection'),
  })
  expect(said(uppy)).toEqual(said(new Uppy()))
  expect(said(new Uppy())).toEqual({
    duplicate: "Cannot add the duplicate file 'a.pdf', it already exists",
    offline: 'No Internet connection',
  })
  uppy.destroy()
})

interface Options {
  shouldUseMultipart?: (file: { size: number }) => boolean
}

/** The library's types declare plugin options as protected. */
const optionsOf = (plugin: unknown) => (plugin as { opts: Options }).opts

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

test('reports a stalled upload only once', async () => {
  const { uppy, count } = uploaderThat(() => new Promise(() => {}))
  void uppy.upload()
  await expect.poll(count).toBe(1)
  await sleep(100)
  expect(count()).toBe(1)
  uppy.destroy()
})

test('reports only stalled uploads, not removed or failed ones', async () => {
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
