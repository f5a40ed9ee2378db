import { ConfigError } from './config/config.ts'
import { StartError } from './database/embedded/postgres.ts'
import { OtherVersionError } from './database/migrate.ts'
import { databaseError } from './errors.ts'
import { StoreAwayError, StoreRefusedError } from './storage/storage.ts'
import { WorkerStartError } from './workers.ts'

export class CommandError extends Error {
  override name = 'CommandError'
}

/** Errors whose messages are written for the operator. */
const worded = [
  CommandError,
  ConfigError,
  OtherVersionError,
  StartError,
  StoreRefusedError,
  WorkerStartError,
]

/** Returns a single line or, for an unexpected error, a line and the stack trace. */
export function describeForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (worded.some((kind) => error instanceof kind)) return error.message
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? `PORT ${String(error.port)}` : 'PORT'
    return `${port} is in use by another program. Stop it, or set PORT to another one.`
  }
  if (code === 'EADDRNOTAVAIL' && 'address' in error)
    return `HOST ${String(error.address)} isn't an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`
  if (diskFull(error))
    return `No space is left on a disk (${error.message}). Make room, then start again.`
  if (code === 'EACCES') return "This user isn't allowed to use PORT or DATA_DIR"
  if (error instanceof StoreAwayError)
    return `The file store can't be used (${describeCause(error)}). Check DATA_DIR or the S3_ settings.`
  const inDatabase = databaseError(error)
  // Node's own errors, such as a missing module, aren't database errors.
  if (inDatabase && !inDatabase.code?.startsWith('ERR_'))
    return `The database can't be used (${inDatabase.message}). Check DATABASE_URL, the user's rights, and whether the database is running.`
  return error.stack ?? error.message
}

const diskFull = (error: Error): boolean =>
  ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
  (error.cause instanceof Error && diskFull(error.cause))

export function describeCause({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return message
  // An error from a service always has a name, even if it has no message.
  return cause.name === 'Error' ? cause.message : `${cause.name}: ${cause.message}`
}
