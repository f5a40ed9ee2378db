import type { PhotoType } from '#domain/documents/files.ts'
import { renditionWidths, renditionPath } from '#domain/documents/renditions.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { buffer } from 'node:stream/consumers'
import type { Sharp, SharpOptions } from 'sharp'
import { StoreAwayError, type FileStore } from './storage.ts'

/**
 * A file of a few kilobytes can decode to gigabytes of pixels. The largest phone photos have about 49 million pixels,
 * and decoding them takes up to a gigabyte of memory.
 */
const maxPixels = 50_000_000

export async function refusePicture(
  store: FileStore,
  path: string,
  contentType: PhotoType,
): Promise<string | null> {
  const bytes = await readWhole(store, path)
  if (!bytes) throw new StoreAwayError("The photo isn't in the store")
  const size = contentType === 'image/bmp' ? bitmapSize(bytes) : await pictureSize(bytes)
  if (!size || size.width < 1 || size.height < 1) return "This photo can't be read"
  return size.width * size.height > maxPixels
    ? `The photo must have at most ${maxPixels / 1_000_000} million pixels`
    : null
}

interface Size {
  width: number
  height: number
}

async function pictureSize(bytes: Buffer): Promise<Size | null> {
  const picture = await openPicture(bytes, { limitInputPixels: false })
  const facts = await picture.metadata().catch(() => null)
  // For an animation, `height` is the height of one frame, but all frames are decoded.
  return facts && { width: facts.width, height: facts.height * (facts.pages ?? 1) }
}

/** sharp can't read BMP, so its dimensions are read from the header. */
function bitmapSize(bytes: Buffer): Size | null {
  if (bytes.length < 26) return null
  const isOld = bytes.readUInt32LE(14) === 12
  return isOld
    ? { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
    : { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
}

/** Loads the library on first use, because loading takes a while and many processes never need it. */
async function openPicture(bytes: Buffer, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  return sharp(bytes, options)
}

/** Processes one image at a time, because large images need a lot of memory, and a gallery contains many. */
const limiter = limitConcurrency({ concurrency: 1 })
const underWay = new Map<string, Promise<boolean>>()

/** Photos that couldn't be copied. They aren't tried again, because a path is never reused for another photo. */
const undrawn = new Set<string>()
const maxUndrawn = 10_000

/**
 * Returns the path of a smaller copy of a photo, and creates the copy if it is missing. Returns null if the original
 * should be sent, because it is too narrow, can't be decoded, or isn't in the store.
 */
export async function findRendition(
  store: FileStore,
  photo: { path: string; contentType: string },
  wantedWidth: number,
): Promise<{ path: string; isNew: boolean } | null> {
  const width = renditionWidths.find((each) => each >= wantedWidth)
  if (width === undefined) return null
  const path = renditionPath(photo.path, width)
  if (undrawn.has(path)) return null
  if ((await store.sizeOf(path)) !== null) return { path, isNew: false }
  // Concurrent requests for the same copy share one conversion.
  const drawing = underWay.get(path) ?? limiter(() => draw(store, photo, { path, width }))
  underWay.set(path, drawing)
  try {
    return (await drawing) ? { path, isNew: true } : null
  } finally {
    underWay.delete(path)
  }
}

async function draw(
  store: FileStore,
  photo: { path: string; contentType: string },
  rendition: { path: string; width: number },
): Promise<boolean> {
  const original = await readWhole(store, photo.path)
  // The original photo can become available again, for example after a restore, so the next request looks for it.
  if (!original) return false
  const smaller = await shrink(original, photo.contentType, rendition.width).catch(() => null)
  if (!smaller) {
    if (undrawn.size >= maxUndrawn) undrawn.clear()
    undrawn.add(rendition.path)
    return false
  }
  return store.write(rendition.path, smaller).then(() => true, falseWhenFull)
}

/** If the disk has no space for a copy, the original photo is shown. */
function falseWhenFull(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return false
  throw error
}

const animated = new Set(['image/gif', 'image/webp'])

async function shrink(bytes: Buffer, contentType: string, width: number): Promise<Buffer | null> {
  const options = { animated: animated.has(contentType), limitInputPixels: maxPixels }
  const picture = await openPicture(bytes, options)
  const { autoOrient } = await picture.metadata()
  // Few browsers can show TIFF, so a copy in another format is useful even at the same width.
  if (autoOrient.width <= width && contentType !== 'image/tiff') return null
  return picture
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80, effort: 3 })
    .toBuffer()
}

async function readWhole(store: FileStore, path: string): Promise<Buffer | null> {
  const file = await store.read(path)
  if (!file) return null
  try {
    return await buffer(file.stream)
  } catch (error) {
    throw new StoreAwayError('The photo was cut off', { cause: error })
  }
}
