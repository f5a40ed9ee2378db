/** Describes the database and file store that the settings select, so that an operator notices a wrong setting. */
import path from 'node:path'
import type { Config } from '#server/config/config.ts'
import { hostOf, splitHosts } from '#server/database/hosts.ts'

type Places = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

/** One line each. A URL is shown without user, password and parameters. */
export const describePlaces = (config: Places): string[] => [
  `  database: ${describeDatabase(config)}`,
  `  files: ${describeStore(config)}`,
]

function describeDatabase({ databaseUrl, dataDir }: Places): string {
  if (databaseUrl === null) return `${path.join(dataDir, 'postgres')} (embedded)`
  const [first = databaseUrl, ...others] = splitHosts(databaseUrl)
  const hosts = [first, ...others].map(hostOf).join(', ')
  const name = new URL(first).pathname.slice(1)
  return name === '' ? `on ${hosts}` : `${name} on ${hosts}`
}

const describeStore = ({ s3, dataDir }: Places): string =>
  s3 ? `bucket ${s3.bucket} at ${new URL(s3.endpoint).host}` : path.join(dataDir, 'objects')
