/**
 * A mark that identifies a database's file store. If two machines shared a database but used separate local folders,
 * each would be missing the other's uploads, so the second machine is rejected.
 */
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'
import type { Queryable } from '#server/database/client.ts'
import { secrets } from '#server/database/schema/secrets.ts'
import { eq } from 'drizzle-orm'
import path from 'node:path'
import { StoreAwayError, StoreRefusedError, type FileStore } from './storage.ts'

/** The name of the mark's file in the store and of its row in the secrets table. The mark isn't secret. */
export const storeMarkName = 'store-mark'
const isMark = eq(secrets.name, storeMarkName)

/**
 * Checks that the store belongs to the database, and marks both if neither has a mark. A store that is down is
 * checked on the next start.
 * @throws {ConfigError} if the database is bound to another store.
 */
export async function requireOwnStore(
  db: Queryable,
  store: FileStore,
  config: Config,
): Promise<void> {
  const [known] = await db.select({ mark: secrets.value }).from(secrets).where(isMark)
  try {
    const found = await readMark(store)
    if (known && found === known.mark) return
    if (known) throw otherStore(known.mark, found, config)
    // The database has no mark because the database and the store are new, or because the database was restored.
    const mark = found ?? randomUUID()
    if (found === null) await store.write(storeMarkName, Buffer.from(`${mark}\n`))
    await db.insert(secrets).values({ name: storeMarkName, value: mark })
  } catch (error) {
    const isDown = error instanceof StoreAwayError && !(error instanceof StoreRefusedError)
    if (!isDown) throw error
  }
}

/** Removes the database's mark so that the next start accepts whichever store is configured. */
export const forgetStore = `delete from secrets where name = '${storeMarkName}'`

export const isMarked = async (store: FileStore): Promise<boolean> =>
  (await readMark(store)) !== null

async function readMark(store: FileStore): Promise<string | null> {
  const file = await store.read(storeMarkName)
  return file && (await buffer(file.stream)).toString('utf8').trim()
}

function otherStore(mark: string, found: string | null, { s3, dataDir }: Config) {
  const here = s3 ? `S3_BUCKET ${s3.bucket}` : path.join(dataDir, 'objects')
  const file = s3 ? `.private/${storeMarkName}` : storeMarkName
  return new ConfigError(
    `The database's files are in another store than ${here}, which has ${found === null ? 'no mark' : 'the mark of another database'}; ` +
      'machines that share a database need the same S3_ settings, or a shared folder as DATA_DIR. ' +
      `If the files were moved here, put the line ${mark} in the file ${file}`,
  )
}
