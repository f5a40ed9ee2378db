/** Files kept in a folder of this machine. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { assertSafePath, resolveRange, type FileStore } from './storage.ts'

/** A file store in a folder, which is made when it is missing. */
export function diskStore(folder: string): FileStore {
  const root = path.resolve(folder)
  const locate = (storedPath: string) => {
    assertSafePath(storedPath)
    return path.join(root, ...storedPath.split('/'))
  }
  return {
    async write(storedPath, source) {
      await writeWhole(locate(storedPath), source)
    },

    async read(storedPath, range) {
      const file = await open(locate(storedPath), 'r').catch(nullWhenMissing)
      if (!file) return null
      try {
        const facts = await file.stat()
        if (facts.isFile()) {
          const { start, end } = resolveRange(range, facts.size)
          const stream =
            end < start ? Readable.from([]) : file.createReadStream({ start, end, autoClose: true })
          if (end < start) await file.close()
          return { stream, sizeBytes: facts.size, modifiedAt: facts.mtime, start, end }
        }
      } catch (error) {
        await file.close()
        throw error
      }
      await file.close()
      return null
    },

    async delete(storedPath) {
      await rm(locate(storedPath), { force: true })
    },

    async check() {
      await mkdir(root, { recursive: true })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

/**
 * Writes beside the target and renames, so that nobody ever reads half a file. The file and every
 * folder that got a new name in it are synced first: what is acknowledged survives a power cut.
 */
async function writeWhole(target: string, source: Uint8Array | Readable) {
  const folder = path.dirname(target)
  const firstMade = await mkdir(folder, { recursive: true })
  const underWay = path.join(folder, `.${randomUUID()}.part`)
  try {
    const file = await open(underWay, 'wx', 0o600)
    try {
      await writeFile(file, source)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(underWay, target)
  } catch (error) {
    await rm(underWay, { force: true })
    throw error
  }
  await syncFolder(folder)
  if (!firstMade) return
  const above = path.dirname(firstMade)
  for (let made = folder; made !== above; made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

async function syncFolder(folder: string) {
  // Windows can't open a folder to sync it, and keeps its names in order by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
