/** A disk of a few megabytes that a test can fill: an in-memory file system mounted on a folder. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface SmallDisk {
  folder: string
  fill: (exceptBytes?: number) => void
  makeRoom: () => void
  unmount: () => void
}

export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'only Linux has file systems in memory'
  if (process.getuid?.() !== 0) return 'only root mounts a file system'
  try {
    mountSmallDisk(1).unmount()
    return null
  } catch (error) {
    return `mounting is refused here: ${error instanceof Error ? error.message : String(error)}`
  }
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'paripassu-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill(exceptBytes = 0) {
      const file = openSync(ballast, 'a')
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(folder)
          const roomBytes = bavail * bsize - exceptBytes
          if (roomBytes <= 0) return
          writeSync(file, Buffer.alloc(Math.min(roomBytes, 1024 * 1024)))
        }
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    unmount() {
      // A lazy unmount works even if a process that is still exiting has a file open.
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}
