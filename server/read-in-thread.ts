/** Reads a file in a worker thread, because a large file keeps a CPU core busy for seconds. */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from './concurrency.ts'
import { tooBusy } from './errors.ts'
import { projectRoot } from './project-root.ts'

interface Reading {
  /** The path of the thread's program, whose only message is the answer. */
  program: `server/${string}.mjs`
  bytes: () => Promise<Buffer>
  limits: object
  sheetName: string | null
  /** The error to throw if the thread takes too long, runs out of memory, or fails. */
  failed: (reason: 'time' | 'memory' | Error) => Error
}

/** The largest legitimate file takes much less time. This limit stops files that are designed to be slow to read. */
const timeoutMs = 20_000

const limiter = limitConcurrency({
  concurrency: 1,
  queue: { maxWaiting: 10, timeoutMs: 30_000, refusal: tooBusy },
})

/** Files are loaded and read one at a time, to limit the memory that they use. */
export const readInThread = <Answer>({ bytes, ...reading }: Reading): Promise<Answer> =>
  limiter(async () => run<Answer>({ ...reading, bytes: await bytes() }))

async function run<Answer>({
  program,
  failed,
  ...workerData
}: Omit<Reading, 'bytes'> & { bytes: Buffer }): Promise<Answer> {
  const thread = new Worker(path.join(projectRoot, program), {
    workerData,
    // The thread has a separate memory limit so that a file can't use up the server's memory.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  let timer: NodeJS.Timeout | undefined
  const reading = new Promise<Answer>((resolve, reject) => {
    timer = setTimeout(() => reject(failed('time')), timeoutMs)
    thread
      .on('message', resolve)
      .on('error', (error: Error & { code?: string }) =>
        reject(failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : error)),
      )
      .on('exit', () => reject(new Error('The thread that reads a file gave no answer')))
  })
  try {
    return await reading
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
