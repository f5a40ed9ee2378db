/** Many lenders at the same moment: a loan is never promised beyond 100 %. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { readRefusal, type Caller, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startProgram, type Program } from '#test/support/program.ts'

let desk: Desk
let lenders: Caller[]
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  lenders = []
  for (let number = 0; number < 8; number += 1) lenders.push(await desk.makeLender())
})
afterAll(() => desk.close())

/** 200 requests for 3 % of one loan, spread over the callers: 33 fit, and 1 % is left. */
async function rush(callers: Caller[]) {
  const loan = await desk.makeLoan({ amount: '1000000.01' })
  const body = { loanId: loan.id, percentage: '3', amount: '30000.00' }
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const caller = callers[index % callers.length] ?? desk.visitor()
      return caller.send('createCommitment', { body })
    }),
  )
  const outcomes = new Map<string, number>()
  for (const outcome of replies.map(describeReply))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  expect(Object.fromEntries(outcomes)).toEqual({
    '201': 33,
    '409: Only 1% of this loan is still available': 167,
  })
  expect(await desk.visitor().call('getLoan', { params: { id: loan.id } })).toMatchObject({
    committedPercentage: '99.00',
    softPercentage: '0.00',
    committedAmount: '990000.00',
  })
  expect(await discrepancies(desk)).toEqual([])
}

const describeReply = (reply: Reply) =>
  reply.status === 201 ? '201' : `${reply.status}: ${readRefusal(reply).message}`

const rounds = Array.from({ length: 20 }, (_, index) => index + 1)

describe('200 requests at once for 3 % of one loan', () => {
  it.each(rounds)('are 33 commitments, round %i', () => rush(lenders))
})

describe('the same over two processes on one database', () => {
  let programs: Program[]
  let callers: Caller[]
  beforeAll(async () => {
    const settings = {
      DATABASE_URL: desk.databaseUrl,
      DATA_DIR: desk.config.dataDir,
      ADMIN_PASSWORD: 'correct horse battery',
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    }
    programs = await Promise.all([startProgram(settings), startProgram(settings)])
    callers = lenders.flatMap((lender) =>
      programs.map((program) => desk.callerAt(program.address, lender)),
    )
  })
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.end('SIGTERM')))
  })

  it.each(rounds)('are 33 commitments, round %i', () => rush(callers))
})

type Act = { lender: number; loan: number } & (
  | { kind: 'commit'; percentage: number; isSoft: boolean; key: number | null }
  | { kind: 'change'; target: number; percentage: number }
  | { kind: 'withdraw' | 'makeBinding'; target: number }
)

describe('a storm of everything at once', () => {
  const index = fc.nat({ max: 7 })
  const percentage = fc.integer({ min: 1, max: 40 })
  const commit = fc.record({
    kind: fc.constant('commit' as const),
    lender: index,
    loan: fc.nat({ max: 1 }),
    percentage,
    isSoft: fc.boolean(),
    key: fc.option(fc.nat({ max: 5 })),
  })
  const act = fc.oneof(
    commit,
    fc.record({
      kind: fc.constant('change' as const),
      lender: index,
      loan: fc.nat({ max: 1 }),
      target: index,
      percentage,
    }),
    fc.record({
      kind: fc.constantFrom('withdraw' as const, 'makeBinding' as const),
      lender: index,
      loan: fc.nat({ max: 1 }),
      target: index,
    }),
  )
  let storms = 0

  /** Softs that there are before the storm: one for each lender and loan, for it to act on. */
  async function prepare() {
    const loans = [await desk.makeLoan({ amount: '333333.33' }), await desk.makeLoan()]
    const softs = await Promise.all(
      loans.map((loan) =>
        Promise.all(
          lenders.map((lender) =>
            lender.call('createCommitment', {
              body: { loanId: loan.id, percentage: '15', isSoftCommit: 'true' },
            }),
          ),
        ),
      ),
    )
    return { loans, softs }
  }

  it('keeps every figure a sum, and every answer true', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 60, maxLength: 120 }), async (acts: Act[]) => {
        storms += 1
        const { loans, softs } = await prepare()
        const send = (each: Act): Promise<Reply> => {
          const lender = lenders[each.lender] ?? desk.visitor()
          if (each.kind === 'commit')
            return lender.send('createCommitment', {
              body: {
                loanId: loans[each.loan]?.id,
                percentage: `${each.percentage}`,
                isSoftCommit: `${each.isSoft}`,
              },
              headers:
                each.key === null ? {} : { 'idempotency-key': `storm-${storms}-${each.key}` },
            })
          const params = { id: softs[each.loan]?.[each.target]?.id ?? '' }
          if (each.kind === 'change')
            return lender.send('changeCommitment', {
              params,
              body: { percentage: `${each.percentage}` },
            })
          return each.kind === 'withdraw'
            ? lender.send('withdrawCommitment', { params })
            : lender.send('makeCommitmentBinding', { params, body: {} })
        }
        const replies = await Promise.all(acts.map(send))
        expect(await discrepancies(desk)).toEqual([])
        for (const [at, reply] of replies.entries()) {
          expect([200, 201, 404, 409], reply.text).toContain(reply.status)
          const done = acts[at]
          // Somebody else's commitment is not there.
          if (done && 'target' in done && done.target !== done.lender)
            expect(reply.status).toBe(404)
          if (reply.status < 300 && done) await expectKept(done, reply)
        }
      }),
      { numRuns: 12 },
    )
    expect(desk.errors).toEqual([])
  })

  async function expectKept(done: Act, reply: Reply) {
    const { id } = JSON.parse(reply.text) as { id: string }
    const [row] = await desk.rows<{ status: string; is_soft_commit: boolean }>(
      'select status, is_soft_commit from commitments where id = $1',
      [id],
    )
    if (done.kind === 'withdraw') expect(row).toEqual({ status: 'withdrawn', is_soft_commit: true })
    else if (done.kind === 'makeBinding' || (done.kind === 'commit' && !done.isSoft))
      expect(row).toEqual({ status: 'active', is_soft_commit: false })
    else expect(row).toBeDefined()
  }
})
