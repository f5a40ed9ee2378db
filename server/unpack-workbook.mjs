/**
 * Unpacks only the needed parts of a workbook, for the worker threads that read workbooks. It is plain JavaScript,
 * because both the sources and the bundle load it from this path.
 */
import { buffer } from 'node:stream/consumers'
import { makeZip } from 'client-zip'
import { fromBufferPromise } from 'yauzl'

/**
 * Returns true for parts that can contain values, regardless of their names. Pictures, charts, and other parts aren't
 * unpacked.
 * @param {string} name
 */
const isNeeded = (name) =>
  /(^|\/)_rels\/[^/]*\.rels$|\.xml$/i.test(name) &&
  !/(^|\/)(media|drawings|charts?|theme|pivot\w*|docProps|externalLinks|customXml|comments\d*|threadedComments|persons|printerSettings|tables|slicer\w*|timeline\w*|queryTables|ctrlProps|diagrams|chartsheets|dialogsheets|revisions)(\/|\.xml$)/i.test(
    name,
  )

/**
 * Returns an archive of only the needed parts, or null if they are larger than `maxBytes`.
 * @param {Buffer} file
 * @param {number} maxBytes
 */
export async function unpackWorkbook(file, maxBytes) {
  const parts = await unpackParts(file, maxBytes)
  return parts && makeZip(parts)
}

/**
 * Returns the needed parts, or null if they are larger than `maxBytes`. Nothing with an unchecked size is unpacked,
 * because reading a part fails if its size differs from the size in the directory.
 * @param {Buffer} file
 * @param {number} maxBytes
 */
export async function unpackParts(file, maxBytes) {
  const archive = await fromBufferPromise(file)
  const parts = []
  let left = maxBytes
  for await (const entry of archive.eachEntry()) {
    if (!isNeeded(entry.fileName)) continue
    left -= entry.uncompressedSize
    if (left < 0) return null
    const input = await buffer(await archive.openReadStreamPromise(entry))
    parts.push({ name: entry.fileName, input })
  }
  return parts
}

/**
 * The letters of a column, counted from 1: A, Z, AA.
 * @param {number} count
 * @returns {string}
 */
export const columnName = (count) =>
  count > 26
    ? columnName(Math.floor((count - 1) / 26)) + columnName(((count - 1) % 26) + 1)
    : String.fromCharCode(64 + count)
