import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  assertSafePath,
  PathTakenError,
  resolveRange,
  StoreAwayError,
  type FileStore,
} from './storage.ts'

export function diskStore(folder: string): FileStore {
  const root = path.resolve(folder)
  // Stored paths never start with a dot. The folder is on the same file system, so renaming or linking copies no data.
  const underWay = path.join(root, '.under-way')
  const locate = (storedPath: string) => {
    assertSafePath(storedPath)
    return path.join(root, ...storedPath.split('/'))
  }
  return {
    async write(storedPath, bytes) {
      await writeAside(underWay, locate(storedPath), [bytes], rename)
    },

    intake: {
      by: 'stream',
      async receive(storedPath, source) {
        await writeAside(underWay, locate(storedPath), source, placeOnce)
      },
    },

    async read(storedPath, range) {
      const file = await onDisk(open(locate(storedPath), 'r').catch(nullWhenMissing))
      if (!file) return null
      try {
        const facts = await onDisk(file.stat())
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

    async sizeOf(storedPath) {
      const facts = await onDisk(stat(locate(storedPath)).catch(nullWhenMissing))
      return facts?.isFile() ? facts.size : null
    },

    async delete(storedPath) {
      // A path below a file can't exist (ENOTDIR), so such a file also counts as missing.
      await onDisk(rm(locate(storedPath), { force: true }).catch(nullWhenMissing))
    },

    async removeRemains() {
      const names = await onDisk(readdir(underWay).catch(nullWhenMissing))
      for (const name of names ?? []) {
        const file = path.join(underWay, name)
        const facts = await onDisk(stat(file).catch(nullWhenMissing))
        if (facts && Date.now() - facts.mtimeMs > dayMs) await onDisk(rm(file, { force: true }))
      }
    },

    async check() {
      await onDisk(mkdir(root, { recursive: true }))
      await onDisk(access(root, constants.R_OK | constants.W_OK))
    },
  }
}

const dayMs = 24 * 3_600_000

/**
 * Moves a finished temporary file into place so that readers never see a partial file. The file and every folder with a
 * new entry are fsynced first, so an acknowledged write survives a power failure. Rethrows the source's errors.
 */
async function writeAside(
  underWay: string,
  target: string,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  place: (written: string, target: string) => Promise<void>,
) {
  const folder = path.dirname(target)
  const firstMade = await onDisk(mkdir(folder, { recursive: true }))
  await onDisk(mkdir(underWay, { recursive: true }))
  const written = path.join(underWay, randomUUID())
  try {
    const file = await onDisk(open(written, 'wx', 0o600))
    try {
      for await (const chunk of source) await writeAll(file, chunk)
      await onDisk(file.sync())
    } finally {
      await file.close()
    }
    await onDisk(place(written, target))
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
  await onDisk(syncFolders(folder, firstMade))
}

async function writeAll(file: FileHandle, chunk: Uint8Array) {
  for (let rest = chunk; rest.length > 0;) {
    const { bytesWritten } = await onDisk(file.write(rest))
    rest = rest.subarray(bytesWritten)
  }
}

/** Creates a hard link to the file at its final path. Unlike a rename, a hard link fails if the target exists. */
async function placeOnce(written: string, target: string) {
  await link(written, target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new PathTakenError('The file already exists', { cause: error })
      : error
  })
  await rm(written)
}

async function syncFolders(folder: string, firstMade: string | undefined) {
  await syncFolder(folder)
  if (!firstMade) return
  const above = path.dirname(firstMade)
  for (let made = folder; made !== above; made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

async function syncFolder(folder: string) {
  // Windows can't open a directory for fsync, but keeps directory entries consistent without fsync.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOSPC' || code === 'EDQUOT' || error instanceof PathTakenError) throw error
    throw new StoreAwayError("The folder of files can't be used", { cause: error })
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
