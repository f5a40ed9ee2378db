/** SIGTERM under load: the server responds to every request that it has accepted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { Caller, type Reply } from '#test/support/caller.ts'
import { startProgram, type Program } from '#test/support/program.ts'

const password = 'correct horse battery'

/** The servers share this folder as DATA_DIR, so only the first server creates a database. */
let folder: string

async function signIn(program: Program, agent: Agent) {
  const admin = new Caller(program.address, agent)
  await admin.call('login', { body: { email: 'admin@example.com', password } })
  return admin
}

/** True if the connection was refused, or if it was reset because the port closed before the server accepted it. */
const isNeverTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  'wasReused' in error &&
  (error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && !error.wasReused))

export function terminates(workers: string) {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-term-'))
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('responds to every accepted request during shutdown', async () => {
    const agent = new Agent({ keepAlive: true })
    const start = () =>
      startProgram({
        DATA_DIR: folder,
        ADMIN_PASSWORD: password,
        SAMPLE_DATA: 'off',
        RATE_LIMIT: 'off',
        WORKERS: workers,
      })
    let program = await start()
    try {
      const admin = await signIn(program, agent)
      const body = { title: 'Pier', borrowerName: 'Pier LLC', amount: '33.33', term: 12 }
      // Several loans are needed, because each loan limits a lender's soft commitments.
      const loanIds = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const made = await admin.call('createLoan', { body: { ...body, interestRate: '7' } })
          return made.id
        }),
      )
      const commitTo = (loanId: string | undefined) => ({
        body: { loanId, percentage: '1', isSoftCommit: 'true' },
      })
      const asks: ((caller: Caller, turn: number) => Promise<Reply>)[] = [
        (caller) => caller.send('getStats'),
        (caller) => caller.send('getCurrentUser'),
        (caller, turn) =>
          caller.send('createCommitment', commitTo(loanIds[Math.floor(turn / 4) % 10])),
        (caller) => caller.send('listLoans'),
      ]
      const answers = { before: 0, after: 0, made: 0 }
      let isStopping = false
      /**
       * Sends one request after another until the server exits. Every third client opens a new connection for each
       * request.
       */
      const goOn = async (number: number) => {
        const own = new Agent({ keepAlive: number % 3 > 0, maxSockets: 1 })
        const caller = Object.assign(new Caller(program.address, own), { cookie: admin.cookie })
        for (let turn = number; ; turn += 1) {
          const reply = await asks[turn % asks.length]?.(caller, turn).catch((error: unknown) => {
            if (isNeverTaken(error)) return null
            throw error
          })
          if (!reply) return own.destroy()
          expect([200, 201], reply.text).toContain(reply.status)
          answers[isStopping ? 'after' : 'before'] += 1
          if (reply.status === 201) answers.made += 1
        }
      }
      const clients = Array.from({ length: 12 }, (_, number) => goOn(number))
      await expect.poll(() => answers.before, { timeout: 20_000 }).toBeGreaterThan(100)
      const ended = program.end('SIGTERM')
      isStopping = true
      const outcomes = await Promise.allSettled(clients)
      const failures = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [inspect(each.reason)] : [],
      )
      expect(failures).toEqual([])
      expect(await Promise.race([ended, sleep(20_000, 'still there', { ref: false })])).toBe(0)
      expect(answers.after).toBeGreaterThan(0)
      expect(program.output()).not.toMatch(/"level":"(warn|error|fatal)"/)
      expect(program.output().trimEnd().split('\n').at(-1)).toContain('"msg":"Stopped"')

      program = await start()
      const held = await (await signIn(program, agent)).call('listOwnCommitments')
      expect(held.filter(({ loanId }) => loanIds.includes(loanId)).length).toBe(answers.made)
    } finally {
      agent.destroy()
      await program.end('SIGTERM')
    }
  }, 90_000)
}
