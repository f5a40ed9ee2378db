/**
 * A thread that hashes passwords. Plain JavaScript and read from here, so that it is the same file whether
 * the program runs from its sources or from its bundle.
 */
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/**
 * Below the thread that serves requests, which goes first whenever it has something to do. Only on Linux is
 * this the priority of the thread; elsewhere it would be that of the whole process.
 */
if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + 10))

const calls = { hash: hashSync, verify: verifySync }

parentPort?.on('message', ({ call, given }) => {
  try {
    parentPort?.postMessage({ result: calls[call](...given) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
