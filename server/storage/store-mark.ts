/**
 * The mark that a database and its file store have in common. Two machines on one database, each with a
 * folder of files of its own, would lose sight of each other's uploads; the second one is refused.
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

/** The mark's row in the table of secrets, though it is none, and its file in the store. */
export const storeMarkName = 'store-mark'
const isMark = eq(secrets.name, storeMarkName)

/**
 * Checks that the store is the database's, and marks both if they have no mark yet. A store that is
 * down is checked at the next start.
 * @throws ConfigError if the database knows another store.
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
    // A store without a database that knows it: both are new, or the database was restored.
    const mark = found ?? randomUUID()
    if (found === null) await store.write(storeMarkName, Buffer.from(`${mark}\n`))
    await db.insert(secrets).values({ name: storeMarkName, value: mark })
  } catch (error) {
    const isDown = error instanceof StoreAwayError && !(error instanceof StoreRefusedError)
    if (!isDown) throw error
  }
}

/** Forgets the database's store, so that the next start takes the one that it finds. */
export const forgetStore = `delete from secrets where name = '${storeMarkName}'`

/** Whether a database has marked the store as its own. */
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
