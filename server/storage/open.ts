import type { Config } from '#server/config/config.ts'
import path from 'node:path'
import { diskStore } from './disk.ts'
import type { FileStore } from './storage.ts'

export async function openStore(config: Config): Promise<FileStore> {
  if (!config.s3) return diskStore(path.join(config.dataDir, 'objects'))
  // The S3 client is loaded on demand, because loading it takes time and memory, and most installations never need it.
  const { s3Store } = await import('./s3.ts')
  return s3Store(config.s3)
}
