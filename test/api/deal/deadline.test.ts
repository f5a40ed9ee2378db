import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
let lena: Person
beforeAll(async () => {
  desk = await openDesk()
  olga = await desk.makeAdmin()
  lena = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const instruction = { instructedBy: 'Lena Brook, by letter', instructedOn: '2026-01-05' }
const outcome = (reply: Reply) =>
  reply.status < 300 ? reply.status : `${reply.status} ${readRefusal(reply).code}`

/** A loan with a soft commitment of 20%, whose deadline passes afterwards or whose book changes its stage. */
async function makeScene(state: 'open' | 'late' | 'offered' | 'closed') {
  const loan = await desk.makeLoan()
  const soft = await desk.makeCommitment(lena, loan, { percentage: '20', isSoftCommit: 'true' })
  const binding = await desk.makeCommitment(lena, loan, { percentage: '10' })
  await (state === 'late'
    ? desk.rows(
        `update loans set commitment_deadline = now() - interval '1 second' where id = $1`,
        [loan.id],
      )
    : desk.rows('update loans set book_stage = $2 where id = $1', [loan.id, state]))
  const commit = (isSoftCommit: 'true' | 'false') =>
    lena.send('createCommitment', { body: { loanId: loan.id, percentage: '1', isSoftCommit } })
  const ofSoft = { params: { id: soft.id } }
  const record = { loanId: loan.id, lenderId: lena.id, percentage: '1', ...instruction }
  return {
    loan,
    acts: {
      commitSoft: () => commit('true'),
      commitBinding: () => commit('false'),
      raise: () => lena.send('changeCommitment', { ...ofSoft, body: { percentage: '21' } }),
      lower: () => lena.send('changeCommitment', { ...ofSoft, body: { percentage: '19' } }),
      makeBinding: () => lena.send('makeCommitmentBinding', { ...ofSoft, body: {} }),
      withdraw: () => lena.send('withdrawCommitment', ofSoft),
      record: () => olga.send('recordCommitment', { params: { loanId: loan.id }, body: record }),
      raiseOnBehalf: () =>
        olga.send('changeCommitmentOnBehalf', {
          ...ofSoft,
          body: { percentage: '21', ...instruction },
        }),
      makeBindingOnBehalf: () =>
        olga.send('makeCommitmentBindingOnBehalf', { ...ofSoft, body: instruction }),
      release: () =>
        olga.send('releaseCommitment', {
          ...{ params: { id: binding.id }, body: { reason: 'The lender withdrew.' } },
        }),
      hold: () => olga.send('setHold', { params: { id: loan.id }, body: { percentage: '10' } }),
    },
  }
}

type Acts = Awaited<ReturnType<typeof makeScene>>['acts']
const table: Record<keyof Acts, Record<'open' | 'late' | 'offered' | 'closed', number | string>> = {
  commitSoft: {
    open: 201,
    late: '409 book_closed',
    offered: '409 book_closed',
    closed: '409 book_closed',
  },
  commitBinding: {
    open: 201,
    late: '409 book_closed',
    offered: '409 book_closed',
    closed: '409 book_closed',
  },
  raise: {
    open: 200,
    late: '409 book_closed',
    offered: '409 book_closed',
    closed: '409 book_closed',
  },
  lower: { open: 200, late: 200, offered: '409 offer_open', closed: '409 book_closed' },
  makeBinding: {
    open: 200,
    late: '409 book_closed',
    offered: '409 book_closed',
    closed: '409 book_closed',
  },
  withdraw: { open: 200, late: 200, offered: 200, closed: '409 book_closed' },
  record: { open: 201, late: 201, offered: '409 round_running', closed: '409 deal_closed' },
  raiseOnBehalf: { open: 200, late: 200, offered: '409 round_running', closed: '409 deal_closed' },
  makeBindingOnBehalf: {
    open: 200,
    late: 200,
    offered: '409 round_running',
    closed: '409 deal_closed',
  },
  release: { open: 200, late: 200, offered: 200, closed: '409 deal_closed' },
  hold: { open: 200, late: 200, offered: '409 round_running', closed: '409 deal_closed' },
}

describe.each(['open', 'late', 'offered', 'closed'] as const)('a book that is %s', (state) => {
  it.each(Object.keys(table) as (keyof Acts)[])('answers %s as its stage asks', async (act) => {
    const { acts } = await makeScene(state)
    expect(outcome(await acts[act]())).toBe(table[act][state])
  })
})

describe('a passed deadline', () => {
  it('is named in the refusal, in the time zone of the desk', async () => {
    const loan = await desk.makeLoan()
    await desk.rows(`update loans set commitment_deadline = '2020-05-08T21:00:00Z' where id = $1`, [
      loan.id,
    ])
    const body = { loanId: loan.id, percentage: '1' }
    expect(await lena.refusal('createCommitment', { body })).toBe(
      '409: Commitments to this loan were due May 8, 2020, 5:00 PM EDT. Ask the administrator',
    )
  })

  it('shows in what lenders and administrators can do', async () => {
    const { loan } = await makeScene('late')
    const params = { id: loan.id }
    const seen = await lena.call('getLoan', { params })
    expect(seen.takesCommitments).toBe('false')
    expect(seen.can).not.toContain('commit')
    expect((await olga.call('getLoan', { params })).can).toContain('commit')
    const [binding, soft] = await lena.call('listOwnCommitments', { query: { loanId: loan.id } })
    expect([binding?.can, soft?.can]).toEqual([[], ['change', 'withdraw']])
    const entries = await olga.call('listBookEntries', { params, query: {} })
    expect(entries.map(({ can }) => can)).toEqual([
      ['release'],
      ['change', 'withdraw', 'makeBinding'],
    ])
    const { totals } = await olga.call('getDeal', { params })
    expect(totals.availablePercentage).toBe('90.00')
  })

  it('ends if the administrator moves it, and changes nothing about who holds what', async () => {
    const { loan, acts } = await makeScene('late')
    const commitmentDeadline = new Date(Date.now() + 60_000).toISOString()
    await olga.call('updateDeal', { params: { id: loan.id }, body: { commitmentDeadline } })
    expect(outcome(await acts.commitSoft())).toBe(201)
  })
})

describe('the time since which a request stands', () => {
  const standing = async (id: string) => {
    const [row] = await desk.rows<{ since: string | null }>(
      'select standing_since::text as since from commitments where id = $1',
      [id],
    )
    return row?.since ?? null
  }

  it('moves when the lender raises its share, and stays when it lowers it', async () => {
    const loan = await desk.makeLoan()
    const params = {
      id: (await desk.makeCommitment(lena, loan, { percentage: '20', isSoftCommit: 'true' })).id,
    }
    expect(await standing(params.id)).toBeNull()
    await lena.call('changeCommitment', { params, body: { percentage: '15' } })
    expect(await standing(params.id)).toBeNull()
    await lena.call('changeCommitment', { params, body: { percentage: '25' } })
    const raised = await standing(params.id)
    expect(raised).not.toBeNull()
    await lena.call('changeCommitment', { params, body: { percentage: '10' } })
    await lena.call('makeCommitmentBinding', { params, body: {} })
    expect(await standing(params.id)).toBe(raised)
  })
})

it("lists no act on an administrator's own soft commitment that the passed deadline refuses", async () => {
  const loan = await desk.makeLoan()
  const own = await desk.makeCommitment(olga, loan, { percentage: '5', isSoftCommit: 'true' })
  const read = async () =>
    (await olga.call('listOwnCommitments', { query: { loanId: loan.id } }))[0]
  expect((await read())?.can).toContain('makeBinding')
  await desk.rows(
    `update loans set commitment_deadline = now() - interval '1 second' where id = $1`,
    [loan.id],
  )
  expect((await read())?.can).toEqual(['change', 'withdraw'])
  const binding = await olga.send('makeCommitmentBinding', { params: { id: own.id }, body: {} })
  expect(outcome(binding)).toBe('409 book_closed')
  // The book offers it, because an administrator can record what arrives late.
  const { entries } = await olga.call('getBook', { params: { id: loan.id } })
  expect(entries[0]?.can).toContain('makeBinding')
})
