/** Checks that the fault drill passes for a correct server, reports faults, and removes its temporary files. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Commitment } from '#contract/book/commitments.ts'
import { projectRoot } from '#server/project-root.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tally } from '#test/tools/drill/ask.ts'
import { checkDatabase } from '#test/tools/drill/check-database.ts'
import { Ledger, type Attempt } from '#test/tools/drill/ledger.ts'
import { readJson, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

describe('the fault drill', () => {
  let temporary: string
  beforeAll(() => {
    temporary = mkdtempSync(path.join(tmpdir(), 'drill-'))
  })
  afterAll(() => rmSync(temporary, { recursive: true, force: true }))

  /** Uses a separate temporary folder so that the test can find files that the drill leaves behind. */
  function start(...args: string[]) {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', path.join(projectRoot, 'test/tools/drill/main.ts'), ...args],
      { cwd: projectRoot, env: { ...process.env, TMPDIR: temporary } },
    )
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, ended, output: () => output }
  }
  const remainingCopies = () =>
    readdirSync(temporary).filter((name) => name.startsWith('paripassu-'))

  it("reports no loss in the drill's normal rounds and detects the intentional loss in its control round", async () => {
    const run = start('--rounds', '2', '--faults', 'node,postgres', '--seed', '20')
    const code = await run.ended
    const lines = run.output().trimEnd().split('\n')
    expect(lines.slice(-2), run.output()).toEqual([
      '2 rounds: 0 acknowledged writes lost, 0 invariants broken',
      expect.stringMatching(/^control: caught, [1-9]\d* lost$/),
    ])
    expect(code).toBe(0)
    expect(remainingCopies()).toEqual([])
  }, 120_000)

  it("removes the drill's folders and exits with code 130 when the drill is interrupted", async () => {
    const run = start('--minutes', '5', '--faults', 'frozenNode')
    const pidFile = () =>
      path.join(temporary, remainingCopies()[0] ?? '', 'data/postgres/18/postmaster.pid')
    await expect.poll(() => existsSync(pidFile()), { timeout: 150_000 }).toBe(true)
    run.child.kill('SIGINT')
    const code = await run.ended
    expect(code, run.output()).toBe(130)
    expect(remainingCopies()).toEqual([])
  }, 180_000)

  it('rejects an unknown fault in the drill with exit code 2 and lists the known faults', async () => {
    const run = start('--faults', 'earthquake')
    expect(await run.ended).toBe(2)
    expect(run.output()).toMatch(
      /^--faults takes node, .*, not earthquake\. To see what it takes: npm run drill -- --help\n$/,
    )
  })
})

describe('the record of responses', () => {
  const refusal = JSON.stringify({ message: 'The database is away', code: 'database_away' })
  const json = { 'content-type': 'application/json' }
  const reply = (status: number, text: string, headers: Reply['headers'] = {}): Reply => ({
    status,
    headers: { ...json, ...headers },
    bytes: Buffer.from(text),
    text,
  })
  const wrong: [string, Reply, RegExp][] = [
    ['an internal error', reply(500, '{"message":"Oh","code":"internal"}'), /answered 500/],
    ['an ended session', reply(401, '{"message":"Oh","code":"x"}'), /answered 401/],
    ['a 503 without Retry-After', reply(503, refusal), /without Retry-After/],
  ]

  it.each(wrong)('the drill reports an invalid response: %s', async (_what, answer, finding) => {
    const tally = new Tally()
    await tally.take('getLoan', async () => answer)
    expect(tally.broken).toEqual([expect.stringMatching(finding)])
  })

  it('accepts a success, a conflict, and a 503 with Retry-After as responses to the drill', async () => {
    const tally = new Tally()
    for (const answer of [
      reply(200, '{}'),
      reply(409, '{"message":"Oh","code":"conflict"}'),
      reply(503, refusal, { 'retry-after': '2' }),
      reply(503, refusal.replace('database_away', 'outcome_unknown'), { 'retry-after': '2' }),
    ])
      await tally.take('createCommitment', async () => answer)
    expect(tally.broken).toEqual([])
    expect(tally.counts).toEqual({ acknowledged: 1, refused: 1, away: 1, unknown: 1, unsent: 0 })
  })

  it('reports a drill request whose connection breaks during SIGTERM', async () => {
    const tally = new Tally()
    let breakConnection = (_error: Error) => {}
    const sent = new Promise<Reply>((_resolve, reject) => (breakConnection = reject))
    const taken = tally.take('createCommitment', () => sent)
    await expect.poll(() => tally.holdToRequestsUnderWay(10)).toBe(1)
    breakConnection(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))
    await taken
    expect(tally.broken).toEqual([expect.stringContaining('in flight at SIGTERM')])
  })
})

describe('the check after a round', () => {
  let desk: Desk
  const ledger = new Ledger()
  const made: Commitment[] = []
  beforeAll(async () => {
    desk = await openDesk()
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan({ amount: '33.33' })
    for (const [index, isSoft] of [true, false, false].entries()) {
      const attempt: Attempt = {
        call: 'createCommitment',
        key: `key-${index}`,
        callerId: lender.id,
        lenderId: lender.id,
        loanId: loan.id,
        percentage: 10 + index,
        isSoft,
        outcome: 'unsent',
        commitmentId: null,
      }
      ledger.attempts.set(attempt.key, attempt)
      const { loanId, percentage, key } = attempt
      const reply = await lender.send('createCommitment', {
        body: { loanId, percentage: String(percentage), isSoftCommit: String(isSoft) },
        headers: { 'idempotency-key': key },
      })
      const commitment = readJson(reply) as Commitment
      ledger.mark(attempt, 'acknowledged', commitment.id)
      made.push(commitment)
    }
  })
  afterAll(() => desk.close())

  async function findingsAfter(statement: string) {
    const client = await desk.db.$client.connect()
    const rows = async <Row>(text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows as Row[]
    await client.query('begin')
    try {
      await client.query(statement)
      return await checkDatabase(rows, ledger)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const id = (index: number) => made[index]?.id ?? ''

  it('reports nothing after a round when all data is correct', async () => {
    expect(await findingsAfter('select 1')).toEqual({ lost: [], broken: [] })
  })

  it('reports a missing confirmed commitment', async () => {
    const { lost } = await findingsAfter(`delete from commitments where id = '${id(0)}'`)
    expect(lost).toEqual([`commitment ${id(0)} was acknowledged and is missing`])
  })

  it('reports the loss of an idempotency key that was confirmed', async () => {
    const { lost } = await findingsAfter(`delete from idempotency_keys where key = 'key-1'`)
    expect(lost).toEqual(['key key-1 was acknowledged and is missing'])
  })

  it('reports a stored total that differs from the sum of its commitments', async () => {
    const { broken } = await findingsAfter('update loans set soft_percentage = soft_percentage + 1')
    expect(broken).toEqual([expect.stringMatching(/: soft percentage doesn't match/)])
  })

  it('reports an amount that differs by one cent', async () => {
    const { broken } = await findingsAfter(
      `update commitments set amount = amount + 0.01 where id = '${id(0)}'`,
    )
    expect(broken).toEqual([expect.stringContaining(`commitment ${id(0)}: 3.34 is not its share`)])
  })

  it('reports a commitment that was never requested', async () => {
    const { broken } = await findingsAfter(`
      insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status,
        loan_amount, interest_rate, term, ended_at)
      select gen_random_uuid(), loan_id, lender_id, percentage, amount, is_soft_commit, 'withdrawn',
        loan_amount, interest_rate, term, now()
      from commitments where id = '${id(0)}'`)
    expect(broken).toEqual([expect.stringContaining('has 0 keys, not the one that was sent')])
  })

  it("reports a commitment whose state doesn't follow from any confirmed action", async () => {
    const { broken } = await findingsAfter(`
      update commitments set status = 'withdrawn', ended_at = now() where id = '${id(0)}';
      update loans set soft_percentage = 0`)
    expect(broken).toEqual([expect.stringContaining(`${id(0)} is 10% soft, withdrawn, not`)])
  })

  it('reports an action that has two audit entries, but accepts a missing audit entry if the outcome is unknown', async () => {
    const { broken } = await findingsAfter(`
      insert into audit (id, kind, object_id)
      values (gen_random_uuid(), 'commitmentMade', '${id(1)}')`)
    expect(broken).toEqual([
      expect.stringContaining(`commitmentMade of commitment ${id(1)} 2 times`),
    ])
    ledger.act(
      ledger.holdings.get(id(2)) ?? expect.fail('It was made above'),
      'commitmentReleased',
      { percentage: 12, isSoft: false, status: 'released' },
      'unknown',
    )
    // An action with an unknown outcome may not have happened, so its audit entry may be missing.
    expect((await findingsAfter('select 1')).broken).toEqual([])
  })

  it('reports an act on the deal desk that only the audit trail has', async () => {
    const { broken } = await findingsAfter(`
      insert into audit (id, kind, loan_id, object_id)
      select gen_random_uuid(), 'allocationEnded', id, gen_random_uuid() from loans`)
    expect(broken).toEqual([
      expect.stringMatching(/^the trail has another number of acts .*, allocationEnded$/),
    ])
  })

  it('reports a receipt of money that was acknowledged as reversed and is missing', async () => {
    const missing = randomUUID()
    ledger.dealRecords.set(missing, { table: 'funds_receipts', state: 'reversed' })
    const { lost } = await findingsAfter('select 1')
    ledger.dealRecords.clear()
    expect(lost).toEqual([`${missing} of funds_receipts was acknowledged and is missing`])
  })

  it("reports a loan version that doesn't follow from the changes in the audit trail", async () => {
    const { broken } = await findingsAfter('update loans set version = version + 1')
    expect(broken).toEqual([expect.stringMatching(/is at version 2, .* has 0 changes/)])
  })

  it('reports a commitment that exists despite being rejected', async () => {
    const attempt = ledger.attempts.get('key-0') ?? expect.fail('It was made above')
    attempt.outcome = 'refused'
    const { broken } = await findingsAfter('select 1')
    attempt.outcome = 'acknowledged'
    expect(broken).toEqual(['key key-0 was answered "refused", but made a commitment'])
  })
})
