import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import { expect, test } from 'vitest'
import { createUppy } from './create-uppy.ts'

const mebibyte = 1024 * 1024

test('the uploader takes one file, in one PUT, when it is told to', () => {
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

test('what the product does not set is as the embedded uploader has it', () => {
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

interface Options {
  shouldUseMultipart?: (file: { size: number }) => boolean
}

/** A plugin keeps them for itself and its kind. */
const optionsOf = (plugin: unknown) => (plugin as { opts: Options }).opts
