/** Where files of tests lie that have to survive nothing: in memory, where there is room. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
/** Databases come and go, and the log of their changes grows to a gigabyte unless it is told otherwise. */
const leastRoomBytes = 3 * 1024 ** 3

/**
 * The folder of Linux for files in memory, and elsewhere the one for temporary files. Creating a database
 * makes 450 files, which takes twenty times as long on a disk.
 */
export function memoryFolder(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= leastRoomBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
