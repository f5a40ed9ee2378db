import type { Config } from '#server/config/config.ts'
import path from 'node:path'
import { diskStore } from './disk.ts'
import type { FileStore } from './storage.ts'

/** The file store that the settings ask for. */
export async function openStore(config: Config): Promise<FileStore> {
  if (!config.s3) return diskStore(path.join(config.dataDir, 'objects'))
  // Most programs never need the client of S3, which takes its time and memory.
  const { s3Store } = await import('./s3.ts')
  return s3Store(config.s3)
}
