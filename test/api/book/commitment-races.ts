/** Concurrent commitments by many lenders never exceed 100% of a loan. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { readRefusal, type Caller, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let lenders: Caller[]

/** Sends 200 requests for 3% of one loan, distributed among the callers. Only 33 requests fit, which leaves 1%. */
async function rush(callers: Caller[]) {
  const loan = await desk.makeLoan({ amount: '1000000.01' })
  const body = { loanId: loan.id, percentage: '3', amount: '30000.00' }
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const caller = callers[index % callers.length] ?? desk.visitor()
      return sendUntilServed(() => caller.send('createCommitment', { body }))
    }),
  )
  expect(countOutcomes(replies)).toEqual({
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

/** Retries after a 503. A busy server returns one after a few seconds without storing anything. */
async function sendUntilServed(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send()
  return reply.status === 503 ? sendUntilServed(send) : reply
}

const describeReply = (reply: Reply) =>
  reply.status < 300 ? `${reply.status}` : `${reply.status}: ${readRefusal(reply).message}`

function countOutcomes(replies: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of replies.map(describeReply)) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

type Act = { lender: number; loan: number } & (
  | { kind: 'commit'; percentage: number; isSoft: boolean; key: number | null }
  | { kind: 'change'; target: number; percentage: number }
  | { kind: 'withdraw' | 'makeBinding'; target: number }
)

export function commitmentRaces(times: { rushes: number; storms: number }) {
  const rounds = Array.from({ length: times.rushes }, (_, index) => index + 1)
  beforeAll(async () => {
    desk = await openDesk({ RATE_LIMIT: 'off' })
    lenders = []
    for (let number = 0; number < 8; number += 1) lenders.push(await desk.makeLender())
  })

  afterAll(() => desk.close())

  describe('200 concurrent requests for 3% of one loan', () => {
    it.each(rounds)('accepts exactly 33 of 200 concurrent requests for 3%, round %i', () => {
      spec('5.3.3')
      security('2.3.2')
      return rush(lenders)
    })
  })

  describe('200 concurrent requests to two processes on one database', () => {
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

    it.each(rounds)(
      'accepts exactly 33 of 200 concurrent requests to two processes, round %i',
      () => {
        spec('5.3.3')
        security('2.3.2')
        return rush(callers)
      },
    )
  })

  describe('concurrent soft commitments by one lender', () => {
    const words = (held: number) =>
      `409: You already hold soft interest in ${held}% of this loan. You can add up to ${100 - held}% more.`
    const softSum = async (loan: { id: string }) =>
      (await desk.visitor().call('getLoan', { params: { id: loan.id } })).softPercentage

    it.each(rounds.slice(0, 5))(
      'accepts 33 of 50 concurrent soft commitments of 3% by one lender, round %i',
      async () => {
        security('2.3.2')
        const [loan, lender] = [await desk.makeLoan(), await desk.makeLender()]
        const body = { loanId: loan.id, percentage: '3', isSoftCommit: 'true' as const }
        const admin = await desk.makeAdmin()
        const onBehalf = { params: { loanId: loan.id }, body: { ...body, lenderId: lender.id } }
        const replies = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            index % 5 === 0
              ? admin.send('recordCommitment', onBehalf)
              : lender.send('createCommitment', { body }),
          ),
        )
        const held = replies.filter(({ status }) => status === 201)
        expect(held).toHaveLength(33)
        for (const { text } of replies.filter(({ status }) => status !== 201))
          expect(text).toContain('soft interest in 99% of this loan. You can add up to 1% more.')
        expect(await softSum(loan)).toBe('99.00')
        expect(await discrepancies(desk)).toEqual([])
      },
    )

    it('raises soft commitments from 2% to 5% only while their total is at most 100%', async () => {
      const [loan, lender] = [await desk.makeLoan(), await desk.makeLender()]
      const fields = { percentage: '2', isSoftCommit: 'true' } as const
      const softs = await Promise.all(
        Array.from({ length: 45 }, () => desk.makeCommitment(lender, loan, fields)),
      )
      const replies = await Promise.all(
        softs.map(({ id }) =>
          lender.send('changeCommitment', { params: { id }, body: { percentage: '5' } }),
        ),
      )
      // The remaining 10% is enough for three increases of 3%.
      expect(countOutcomes(replies)).toEqual({ '200': 3, [words(99)]: 42 })
      expect(await softSum(loan)).toBe('99.00')
      expect(await discrepancies(desk)).toEqual([])
    })
  })

  describe('many different concurrent actions', () => {
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

    it('keeps every total and response correct during many different concurrent actions', async () => {
      spec('3.6')
      security('2.3.4')
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
          const replies = await Promise.all(acts.map((each) => sendUntilServed(() => send(each))))
          expect(await discrepancies(desk)).toEqual([])
          for (const [at, reply] of replies.entries()) {
            expect([200, 201, 404, 409], reply.text).toContain(reply.status)
            const done = acts[at]
            if (done && 'target' in done && done.target !== done.lender)
              expect(reply.status).toBe(404)
            if (reply.status < 300 && done) await expectKept(done, reply)
          }
        }),
        { numRuns: times.storms },
      )
      expect(desk.errors.filter((line) => !line.includes('WRITE_SLOTS_BUSY'))).toEqual([])
    }, 90_000)

    async function expectKept(done: Act, reply: Reply) {
      const { id } = JSON.parse(reply.text) as { id: string }
      const [row] = await desk.rows<{ status: string; is_soft_commit: boolean }>(
        'select status, is_soft_commit from commitments where id = $1',
        [id],
      )
      if (done.kind === 'withdraw')
        expect(row).toEqual({ status: 'withdrawn', is_soft_commit: true })
      else if (done.kind === 'makeBinding' || (done.kind === 'commit' && !done.isSoft))
        expect(row).toEqual({ status: 'active', is_soft_commit: false })
      else expect(row).toBeDefined()
    }
  })
}
