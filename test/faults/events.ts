/**
 * Events between processes. Each process sends its browsers the changes made by other processes, and ends their event
 * streams when it stops.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { openEvents } from '#test/support/event-stream.ts'
import { startProgram } from '#test/support/program.ts'

let folder: string
let desk: Desk

export function sendsEvents(workers: string) {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-events-'))
    desk = await openDesk({ RATE_LIMIT: 'off' })
  })

  afterAll(async () => {
    await desk.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('sends events to other processes, resumes an event stream at another process, and ends streams cleanly at shutdown', async () => {
    const program = await startProgram({
      DATABASE_URL: desk.databaseUrl,
      DATA_DIR: folder,
      SAMPLE_DATA: 'off',
      LOG_LEVEL: 'warn',
      WORKERS: workers,
    })
    const [lender, other, loan] = [
      await desk.makeLender(),
      await desk.makeLender(),
      await desk.makeLoan(),
    ]
    const open = (query = '') =>
      openEvents({ address: program.address, cookie: other.cookie }, { query })
    const [here, ...there] = [
      await openEvents(other),
      ...(await Promise.all(Array.from({ length: 6 }, () => open()))),
    ]
    await expect.poll(() => [here, ...there].every((stream) => stream.lastId() !== '')).toBe(true)
    await desk.makeCommitment(lender, loan)
    for (const stream of [here, ...there])
      await expect.poll(stream.changes).toContain(`book ${loan.id}`)
    here.close()
    const missed = await desk.makeLoan()
    const again = await open(`?since=${here.lastId()}`)
    await expect.poll(again.changes).toContain(`loans ${missed.id}`)
    expect(again.changes()).not.toContain(`book ${loan.id}`)
    expect(await program.end('SIGTERM')).toBe(0)
    for (const stream of [...there, again]) await expect.poll(stream.hasEnded).toBe(true)
    expect(program.output()).not.toMatch(/"level":"(warn|error|fatal)"/)
  }, 90_000)
}
