/** What the commands that write and read archives share: their argument, their stop, their clock. */
import path from 'node:path'
import { CommandError, describeForOperator } from '#server/cli-errors.ts'
import { say } from './run.ts'

/** The one argument, FILE; npm runs a command in the project's folder and tells where it was typed. */
export function fileArgument(command: string): string {
  const [file, ...more] = process.argv.slice(2)
  if (file && !file.startsWith('-') && more.length === 0)
    return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
  return endInWords(new CommandError(`Usage: npm run ${command} -- FILE`))
}

/** Aborted by Ctrl-C and its like, so that what was begun is undone; a second one does not wait. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => {
      if (!stop.signal.aborted) say('Stopping …')
      stop.abort()
    })
  return stop.signal
}

/** Whatever breaks because of the stop is told as the stop. */
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

/** Ends the process before there is an installation to run on. */
export function endInWords(error: unknown): never {
  process.stderr.write(`${describeForOperator(error)}\n`)
  process.exit(1)
}

/** Gives how long it took, as people say it. */
export function stopwatch(): () => string {
  const began = performance.now()
  return () => `${((performance.now() - began) / 1000).toFixed(1)} s`
}
