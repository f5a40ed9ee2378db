import type { createUppy } from './create-uppy.ts'

const stalledAfterMs = 30_000

/** Calls back when an upload stalls; Uppy itself waits silently. */
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
