/** The load generator's process, as the benchmark uses it. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Run, RunResult, Stream } from './messages.ts'

/** Sends requests and measures their answers. */
export class LoadGenerator {
  readonly #child: ChildProcess
  #lastId = 0

  constructor() {
    const program = fileURLToPath(new URL('generator.ts', import.meta.url))
    this.#child = fork(program, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  }

  /** Runs streams at the same time. */
  run(streams: Stream[], ms: number): Promise<RunResult> {
    const id = (this.#lastId += 1)
    return new Promise((resolve, reject) => {
      const take = (result: RunResult) => {
        if (result.id !== id) return
        stopListening()
        if (result.error) reject(new Error(`The load generator failed: ${result.error}`))
        else resolve(result)
      }
      const fail = () => {
        stopListening()
        reject(new Error('The load generator ended'))
      }
      const stopListening = () => this.#child.off('message', take).off('exit', fail)
      this.#child.on('message', take).once('exit', fail)
      this.#child.send({ id, streams, ms } satisfies Run)
    })
  }

  end(): void {
    this.#child.disconnect()
  }
}
