/**
 * Hashes passwords on threads of their own: a hash takes a core for tens of milliseconds, and requests that
 * need none go first.
 */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '#server/project-root.ts'

/** As the library has them, with its numbers for the algorithm. */
type Parameters = Record<'algorithm' | 'memoryCost' | 'timeCost' | 'parallelism', number>

type Work =
  | { call: 'hash'; given: [password: string, parameters: Parameters] }
  | { call: 'verify'; given: [hash: string, password: string] }

type Answer = { result: string | boolean } | { error: string }

const program = path.join(projectRoot, 'server/sign-in/hashing-thread.mjs')

/** Threads that have nothing to do. They are started when needed, one for each hash at once. */
const idle: Worker[] = []

export const hashOnThread = (password: string, parameters: Parameters): Promise<string> =>
  onThread({ call: 'hash', given: [password, parameters] }, (result) => typeof result === 'string')

export const verifyOnThread = (hash: string, password: string): Promise<boolean> =>
  onThread({ call: 'verify', given: [hash, password] }, (result) => typeof result === 'boolean')

function startThread(): Worker {
  const thread = new Worker(program)
  // Whoever waits for the thread is told by its exit; nobody may be waiting.
  thread.on('error', () => {})
  thread.on('exit', () => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
  })
  return thread
}

function onThread<Result>(
  work: Work,
  isExpected: (result: unknown) => result is Result,
): Promise<Result> {
  const thread = idle.pop() ?? startThread()
  // The process waits for a hash under way, but not for a thread that has nothing to do.
  thread.ref()
  return new Promise((resolve, reject) => {
    const settle = () => {
      thread.unref()
      thread.off('message', onAnswer).off('error', onEnd).off('exit', onEnd)
    }
    const onAnswer = (answer: Answer) => {
      settle()
      idle.push(thread)
      if ('result' in answer && isExpected(answer.result)) resolve(answer.result)
      else reject(new Error('error' in answer ? answer.error : 'The thread gave no hash'))
    }
    const onEnd = (cause: unknown) => {
      settle()
      reject(new Error('A thread that hashes passwords ended', { cause }))
    }
    thread.on('message', onAnswer).on('error', onEnd).on('exit', onEnd)
    thread.postMessage(work)
  })
}
