/** A user's own shares in loan lists, and the events that are sent when a share changes. */
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OwnShare } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { maxSharesAsked } from '#domain/limits.ts'
import type { Person } from '#test/support/builders.ts'
import { setScene } from '#test/support/changing-acts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { followEvents, type EventReader } from '#test/support/event-stream.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
})
afterAll(() => desk.close())
afterEach(() => {
  expect(desk.errors).toEqual([])
})

const byLoan = (shares: OwnShare[]) =>
  shares.toSorted((one, other) => (one.loanId < other.loanId ? -1 : 1))

const askAbout = async (person: Person, loans: readonly Pick<Loan, 'id'>[]) =>
  byLoan(
    await person.call('listOwnShares', {
      query: { loanIds: loans.map(({ id }) => id).join(',') },
    }),
  )

/** Computes the shares, in hundredths of a percent, from the list of all the user's commitments. */
async function sumOfLines(person: Person, loans: readonly Loan[]): Promise<OwnShare[]> {
  const lines = await person.call('listOwnCommitments')
  const held = loans.map(({ id }) => lines.filter(({ loanId }) => loanId === id))
  const sum = (those: typeof lines) =>
    (those.reduce((all, line) => all + Number(line.percentage) * 100, 0) / 100).toFixed(2)
  return byLoan(
    held.flatMap((those): OwnShare[] => {
      const [first] = those
      if (!first) return []
      const [soft, binding] = (['true', 'false'] as const).map((flag) =>
        sum(those.filter(({ isSoftCommit }) => isSoftCommit === flag)),
      )
      // The cast is needed because only the server creates values of this type.
      return [
        { loanId: first.loanId, bindingPercentage: binding, softPercentage: soft } as OwnShare,
      ]
    }),
  )
}

const line = fc.record({
  loan: fc.nat(2),
  person: fc.nat(1),
  percentage: fc.integer({ min: 1, max: 9 }).map(String),
  end: fc.constantFrom('none', 'none', 'released', 'withdrawn'),
})

describe("the user's shares of loans", () => {
  it("totals a lender's commitments for each loan", { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
        const admin = await desk.makeAdmin()
        const people = [await desk.makeLender(), await desk.makeLender()]
        const loans = [await desk.makeLoan(), await desk.makeLoan(), await desk.makeLoan()]
        for (const { loan, person, percentage, end } of lines) {
          const [lender, on] = [people[person], loans[loan]]
          if (!lender || !on) throw new Error('There is no such person or loan')
          const isSoftCommit = end === 'withdrawn' || percentage < '4' ? 'true' : 'false'
          const { id } = await desk.makeCommitment(lender, on, { percentage, isSoftCommit })
          if (end === 'withdrawn') await lender.call('withdrawCommitment', { params: { id } })
          if (end === 'released' && isSoftCommit === 'false')
            await admin.call('releaseCommitment', { params: { id }, body: { reason: 'Agreed' } })
        }
        for (const person of people)
          expect(await askAbout(person, loans)).toEqual(await sumOfLines(person, loans))
      }),
      { numRuns: 6 },
    ),
  )

  it("returns only the caller's shares of the requested loans", async () => {
    const { lender, loan } = await setScene(desk)
    const [unasked, another] = [await desk.makeLoan(), await desk.makeLender()]
    await desk.makeCommitment(lender, loan, { percentage: '10' })
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    await desk.makeCommitment(lender, unasked, { percentage: '3' })
    await desk.makeCommitment(another, loan, { percentage: '7' })
    const asked = [loan, { id: randomUUID() }, await desk.makeLoan()]
    expect(await askAbout(lender, asked)).toEqual([
      { loanId: loan.id, bindingPercentage: '10.00', softPercentage: '5.00' },
    ])
    expect(await askAbout(await desk.makePending(), asked)).toEqual([])
    expect(await desk.visitor().refusal('listOwnShares', { query: { loanIds: loan.id } })).toBe(
      '401: Unauthorized: please sign in',
    )
  })

  it("includes the lender's shares in the loan list, but not in other users' loan lists", async () => {
    const { admin, lender, loan } = await setScene(desk)
    await desk.makeCommitment(lender, loan, { percentage: '10' })
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    const shareFor = async (person: Person) => {
      const listed = await person.call('listLoans')
      return listed.find(({ id }) => id === loan.id)?.ownShare
    }
    expect(await shareFor(lender)).toEqual({ bindingPercentage: '10.00', softPercentage: '5.00' })
    expect(await shareFor(await desk.makeLender())).toBeUndefined()
    expect(await shareFor(admin)).toBeUndefined()
  })

  it("still returns a lender's shares after the lender's approval is withdrawn", async () => {
    const { admin, lender, loan } = await setScene(desk)
    await desk.makeCommitment(lender, loan, { percentage: '10' })
    await admin.call('updateUser', { params: { id: lender.id }, body: { isApproved: 'false' } })
    const held = [{ loanId: loan.id, bindingPercentage: '10.00', softPercentage: '0.00' }]
    expect(await askAbout(await desk.signIn(lender), [loan])).toEqual(held)
  })

  it('accepts 1 to 100 loan ids in uppercase or lowercase and rejects an empty or longer list', async () => {
    const { lender, loan } = await setScene(desk)
    await desk.makeCommitment(lender, loan, { percentage: '10' })
    const upper = { id: loan.id.toUpperCase() }
    const others = Array.from({ length: maxSharesAsked - 1 }, () => ({ id: randomUUID() }))
    expect(await askAbout(lender, [upper, ...others])).toHaveLength(1)
    const refused = '400: Must be 1 to 100 ids of loans, separated by commas'
    const most = [upper, ...others].map(({ id }) => id)
    for (const loanIds of ['', 'x', `${loan.id},`, `${loan.id},x`, [...most, loan.id].join(',')])
      expect(await lender.refusal('listOwnShares', { query: { loanIds } })).toBe(refused)
    const { status } = await lender.send('listOwnShares', {})
    expect(status).toBe(400)
  })
})

describe('share change events', () => {
  async function toldOf({ lender, admin }: Record<'lender' | 'admin', Person>, act: () => unknown) {
    const people = [lender, await desk.makeLender(), admin]
    const timesTold = (stream: EventReader) =>
      stream.changes().filter((change) => change === `book ${lender.id}`).length
    const streams = await Promise.all(people.map((person) => followEvents(person)))
    // Changes arrive in commit order, so once this loan's event has arrived, all earlier events have arrived too.
    const catchUp = async () => {
      const { id } = await desk.makeLoan()
      const heard = () => streams.every((stream) => stream.changes().includes(`loans ${id}`))
      await expect.poll(heard).toBe(true)
    }
    try {
      await catchUp()
      const before = streams.map(timesTold)
      await act()
      await catchUp()
      return streams.map((stream, place) => timesTold(stream) - (before[place] ?? 0))
    } finally {
      for (const stream of streams) stream.close()
    }
  }

  it.each([
    ['a soft', { isSoftCommit: 'true' }],
    ['a binding', {}],
    ['the last', { percentage: '100' }],
  ] as const)(
    'sends the event for %s commitment only to the lender who made it',
    async (_, fields) => {
      const scene = await setScene(desk)
      const made = () => desk.makeCommitment(scene.lender, scene.loan, fields)
      expect(await toldOf(scene, made)).toEqual([1, 0, 0])
    },
  )

  it.each(['changed', 'withdrawn', 'boundOnWord', 'recorded', 'released', 'deleted'] as const)(
    "sends the event only to the lender when one of the lender's commitments is %s",
    async (what) => {
      const scene = await setScene(desk)
      const { admin, lender, loan } = scene
      const isSoftCommit = what === 'released' ? 'false' : 'true'
      const { id } = await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit })
      const params = { id }
      const word = { instructedBy: 'Ada Cole, by phone', instructedOn: '2026-01-05' }
      const acts = {
        changed: () => lender.call('changeCommitment', { params, body: { percentage: '2' } }),
        withdrawn: () => lender.call('withdrawCommitment', { params }),
        boundOnWord: () => admin.call('makeCommitmentBindingOnBehalf', { params, body: word }),
        recorded: () =>
          admin.call('recordCommitment', {
            params: { loanId: loan.id },
            body: { loanId: loan.id, lenderId: lender.id, percentage: '3' },
          }),
        released: () => admin.call('releaseCommitment', { params, body: { reason: 'Agreed' } }),
        deleted: () => admin.call('deleteLoan', { params: { id: loan.id } }),
      }
      expect(await toldOf(scene, acts[what])).toEqual([1, 0, 0])
    },
  )
})
