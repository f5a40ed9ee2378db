import path from 'node:path'
import { CommandError, describeForOperator } from '#server/cli-errors.ts'
import type { Config } from '#server/config/config.ts'
import { hostOf, splitHosts } from '#server/database/hosts.ts'
import { say } from './run.ts'

/**
 * Parses FILE and the flags. npm changes the working directory to the project's folder. INIT_CWD contains the caller's
 * directory.
 */
export function fileArgument(command: string, known: readonly string[] = []) {
  const given = process.argv.slice(2)
  const flags = known.filter((flag) => given.includes(`--${flag}`))
  const [file, ...more] = given.filter((argument) => !flags.includes(argument.slice(2)))
  if (file && !file.startsWith('-') && more.length === 0)
    return { file: path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file), flags }
  const options = known.map((flag) => ` [--${flag}]`).join('')
  return exitWithError(new CommandError(`Usage: npm run ${command} -- FILE${options}`))
}

/** Aborts on Ctrl-C and similar signals so that work is rolled back. A second signal exits immediately. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => {
      if (!stop.signal.aborted) say('Stopping …')
      stop.abort()
    })
  return stop.signal
}

export async function orStopped<Result>(
  signal: AbortSignal,
  words: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw signal.aborted ? new CommandError(words, { cause: error }) : error
  }
}

export function exitWithError(error: unknown): never {
  process.stderr.write(`${describeForOperator(error)}\n`)
  process.exit(1)
}

export function stopwatch(): () => string {
  const began = performance.now()
  return () => `${((performance.now() - began) / 1000).toFixed(1)} s`
}

type Places = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

/** Describes each location on one line. URLs are shown without the user, password, and parameters. */
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
