import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hashOnThread, verifyOnThread } from './hashing-threads.ts'

const cheap = { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 }

it('makes hashes side by side, each for its own caller', async () => {
  // More than there are threads, but few: the threads give way to all else that the machine does.
  const passwords = Array.from({ length: 5 }, (_, index) => `password ${index}`)
  const hashes = await Promise.all(passwords.map((password) => hashOnThread(password, cheap)))
  const fits = hashes.flatMap((hash, row) =>
    passwords.map(async (password, column) => [
      row === column,
      await verifyOnThread(hash, password),
    ]),
  )
  for (const [isSame, isFit] of await Promise.all(fits)) expect(isFit).toBe(isSame)
})

it('rejects what is no hash, and goes on', async () => {
  await expect(verifyOnThread('no hash', 'password')).rejects.toThrow()
  expect(await verifyOnThread(await hashOnThread('password', cheap), 'password')).toBe(true)
})

it.runIf(process.platform === 'linux')('gives way to threads that serve requests', async () => {
  await hashOnThread('password', cheap)
  const own = nicenessOf(process.pid)
  expect(Math.max(...nicenessOfThreads())).toBe(Math.min(19, own + 10))
})

const nicenessOfThreads = () => readdirSync('/proc/self/task').map(nicenessOf)

/** The 19th field of a thread's line in /proc; the second, in parentheses, may contain spaces. */
function nicenessOf(thread: string | number) {
  const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
  return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
}
