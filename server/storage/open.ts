import type { Config } from '#server/config.ts'
import path from 'node:path'
import { diskStore } from './disk.ts'
import { s3Store } from './s3.ts'
import type { FileStore } from './storage.ts'

/** The file store that the settings ask for. */
export const openStore = (config: Config): FileStore =>
  config.s3 ? s3Store(config.s3) : diskStore(path.join(config.dataDir, 'objects'))
