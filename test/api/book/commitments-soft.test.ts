import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let lena: Person
let luis: Person
beforeAll(async () => {
  desk = await openDesk()
  lena = await desk.makeLender()
  luis = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const figuresOf = async (id: string) => {
  const loan = await desk.visitor().call('getLoan', { params: { id } })
  return [loan.committedPercentage, loan.softPercentage, loan.committedAmount]
}
const makeSoft = (lender: Person, loan: { id: string }, percentage = '20') =>
  desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })

const acts = [
  ['changeCommitment', { body: { percentage: '5' } }],
  ['withdrawCommitment', {}],
  ['makeCommitmentBinding', { body: {} }],
] as const

describe('soft interest', () => {
  it('reports soft interest separately without reducing the available share', async () => {
    const loan = await desk.makeLoan()
    const soft = await makeSoft(lena, loan, '100')
    expect(soft).toMatchObject({ isSoftCommit: 'true', amount: '1000000.00', status: 'active' })
    expect(await figuresOf(loan.id)).toEqual(['0.00', '100.00', '0.00'])
    await desk.makeCommitment(luis, loan, { percentage: '100' })
    expect(await figuresOf(loan.id)).toEqual(['100.00', '100.00', '1000000.00'])
  })

  it("limits each soft commitment to the available share, but doesn't limit the combined total for all lenders", async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(luis, loan, { percentage: '40' })
    for (let time = 0; time < 5; time += 1) await makeSoft(await desk.makeLender(), loan, '60')
    expect(await figuresOf(loan.id)).toEqual(['40.00', '300.00', '400000.00'])
    const body = { loanId: loan.id, percentage: '61', isSoftCommit: 'true' }
    expect(await lena.refusal('createCommitment', { body })).toBe(
      '409: Only 60% of this loan is still available',
    )
  })
})

describe("one lender's soft interest in a loan", () => {
  const holding = (who: string, held: number) =>
    held < 100
      ? `409: ${who} soft interest in ${held}% of this loan. You can add up to ${100 - held}% more.`
      : `409: ${who} soft interest in ${held}% of this loan, the most one lender can hold. Reduce or withdraw some of it before adding more.`
  const refusalOf = (lender: Person, loan: { id: string }, percentage: string) =>
    lender.refusal('createCommitment', {
      body: { loanId: loan.id, percentage, isSoftCommit: 'true' },
    })
  const change = (id: string, percentage: string) => ({ params: { id }, body: { percentage } })

  it("limits the total of a lender's soft commitments to one loan to 100%, regardless of the lender's other commitments", async () => {
    spec('4.8')
    security('2.3.2', '2.4.1')
    const loan = await desk.makeLoan()
    await makeSoft(lena, loan, '60')
    await makeSoft(lena, loan, '35')
    expect(await refusalOf(lena, loan, '6')).toBe(holding('You already hold', 95))
    const body = { loanId: loan.id, percentage: '6', isSoftCommit: 'true' }
    const reply = await lena.send('createCommitment', { body })
    expect(readRefusal(reply).code).toBe('soft_limit')
    await makeSoft(lena, loan, '5')
    expect(await refusalOf(lena, loan, '1')).toBe(holding('You already hold', 100))
    await makeSoft(luis, loan, '100')
    await makeSoft(lena, await desk.makeLoan(), '100')
    await desk.makeCommitment(lena, loan, { percentage: '30' })
    expect(await figuresOf(loan.id)).toEqual(['30.00', '200.00', '300000.00'])
  })

  it("counts soft interest recorded by an administrator toward the lender's limit", async () => {
    const loan = await desk.makeLoan()
    const [admin, rita] = [
      await desk.makeAdmin(),
      await desk.makeLender({ firstName: 'Rita', lastName: 'Cole' }),
    ]
    const recording = (percentage: string) => ({
      params: { loanId: loan.id },
      body: { loanId: loan.id, lenderId: rita.id, percentage, isSoftCommit: 'true' as const },
    })
    await makeSoft(admin, loan, '100')
    await admin.call('recordCommitment', recording('80'))
    const words = holding('Rita Cole already holds', 80)
    expect(await admin.refusal('recordCommitment', recording('21'))).toBe(words)
    await admin.call('recordCommitment', recording('20'))
    expect(await refusalOf(rita, loan, '1')).toBe(holding('You already hold', 100))
    expect(await admin.refusal('recordCommitment', recording('1'))).toBe(
      holding('Rita Cole already holds', 100),
    )
  })

  it('applies the soft interest limit when a soft commitment is changed', async () => {
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(lena, loan, '50')
    await makeSoft(lena, loan, '40')
    expect(await lena.refusal('changeCommitment', change(id, '61'))).toBe(
      holding('You already hold', 90),
    )
    await lena.call('changeCommitment', change(id, '60'))
    expect(await lena.refusal('changeCommitment', change(id, '61'))).toBe(
      holding('You already hold', 100),
    )
    await lena.call('changeCommitment', change(id, '59'))
    await makeSoft(lena, loan, '1')
  })

  it("counts a soft commitment toward the lender's limit only until it is withdrawn or made binding", async () => {
    const loan = await desk.makeLoan()
    const withdrawn = await makeSoft(lena, loan, '60')
    const firm = await makeSoft(lena, loan, '40')
    await lena.call('withdrawCommitment', { params: { id: withdrawn.id } })
    await lena.call('makeCommitmentBinding', { params: { id: firm.id }, body: {} })
    await makeSoft(lena, loan, '60')
    await makeSoft(lena, loan, '40')
    expect(await refusalOf(lena, loan, '1')).toBe(holding('You already hold', 100))
  })

  it('lets a lender above the limit reduce a soft commitment, withdraw it, or make it binding', async () => {
    const loan = await desk.makeLoan()
    const [first, second] = [await makeSoft(lena, loan, '60'), await makeSoft(lena, loan, '40')]
    await desk.rows(`update commitments set percentage = 100, amount = 1000000 where id = $1`, [
      first.id,
    ])
    await desk.rows(`update loans set soft_percentage = 140 where id = $1`, [loan.id])
    expect(await refusalOf(lena, loan, '1')).toBe(holding('You already hold', 140))
    expect(await lena.refusal('changeCommitment', change(second.id, '41'))).toBe(
      holding('You already hold', 140),
    )
    await lena.call('changeCommitment', change(second.id, '40'))
    await lena.call('changeCommitment', change(second.id, '30'))
    await lena.call('makeCommitmentBinding', { params: { id: second.id }, body: {} })
    await lena.call('withdrawCommitment', { params: { id: first.id } })
    expect(await figuresOf(loan.id)).toEqual(['30.00', '0.00', '300000.00'])
  })
})

describe('changing a soft commitment', () => {
  it("updates the share, the amount, and the loan's soft total when a soft commitment is changed", async () => {
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(lena, loan, '20')
    const more = await lena.call('changeCommitment', { params: { id }, body: { percentage: '35' } })
    expect(more).toMatchObject({ id, percentage: '35.00', amount: '350000.00', status: 'active' })
    expect(more.loan.softPercentage).toBe('35.00')
    await lena.call('changeCommitment', { params: { id }, body: { percentage: '1.00' } })
    expect(await figuresOf(loan.id)).toEqual(['0.00', '1.00', '0.00'])
  })

  it("limits a soft commitment's new share to the currently available share", async () => {
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(lena, loan, '60')
    await desk.makeCommitment(luis, loan, { percentage: '70' })
    const change = (percentage: string) => ({ params: { id }, body: { percentage } })
    expect(await lena.refusal('changeCommitment', change('31'))).toBe(
      '409: Only 30% of this loan is still available',
    )
    expect((await lena.call('changeCommitment', change('30'))).percentage).toBe('30.00')
    for (const percentage of ['0', '2.5', '101', '-1', 'NaN', ''])
      expect(await lena.refusal('changeCommitment', change(percentage))).toBe(
        '400: Percentage must be a whole number from 1 to 100',
      )
  })
})

describe('withdrawing a soft commitment', () => {
  it('ends a soft commitment, which remains on record but is no longer counted or listed', async () => {
    const own = await desk.makeLender()
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(own, loan)
    const withdrawn = await own.call('withdrawCommitment', { params: { id } })
    expect(withdrawn).toMatchObject({ id, status: 'withdrawn', percentage: '20.00' })
    expect(await figuresOf(loan.id)).toEqual(['0.00', '0.00', '0.00'])
    expect(await own.call('listOwnCommitments')).toEqual([])
    const kept = await desk.rows(
      'select status, ended_at is null as open from commitments where id = $1',
      [id],
    )
    expect(kept).toEqual([{ status: 'withdrawn', open: false }])
  })

  it("withdraws a commitment only once and doesn't allow any action on it afterward", async () => {
    const { id } = await makeSoft(lena, await desk.makeLoan())
    await lena.call('withdrawCommitment', { params: { id } })
    for (const [name, input] of acts)
      expect(await lena.refusal(name, { params: { id }, ...input })).toBe(
        '409: This commitment was withdrawn already',
      )
  })
})

describe('making a soft commitment binding', () => {
  it("moves a commitment's share from the soft total to the committed total when it is made binding", async () => {
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(lena, loan, '20')
    await makeSoft(luis, loan, '5')
    const body = { amount: '200000.00' }
    const bound = await lena.call('makeCommitmentBinding', { params: { id }, body })
    expect(bound).toMatchObject({ id, isSoftCommit: 'false', amount: '200000.00' })
    expect(await figuresOf(loan.id)).toEqual(['20.00', '5.00', '200000.00'])
  })

  it('makes a soft commitment binding only if enough of the loan is available', async () => {
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(lena, loan, '60')
    await desk.makeCommitment(luis, loan, { percentage: '50' })
    expect(await lena.refusal('makeCommitmentBinding', { params: { id }, body: {} })).toBe(
      '409: Only 50% of this loan is still available',
    )
    await lena.call('changeCommitment', { params: { id }, body: { percentage: '50' } })
    await lena.call('makeCommitmentBinding', { params: { id }, body: {} })
    expect(await figuresOf(loan.id)).toEqual(['100.00', '0.00', '1000000.00'])
  })

  it('makes a soft commitment binding for the displayed amount and at the current terms', async () => {
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(lena, loan, '20')
    await desk.rows(
      'update loans set amount = 1500.75, interest_rate = 8.5, term = 12 where id = $1',
      [loan.id],
    )
    const bind = (amount: string) => ({ params: { id }, body: { amount } })
    expect(await lena.refusal('makeCommitmentBinding', bind('200000.00'))).toBe(
      "409: The loan's terms have changed; please review them",
    )
    expect(await lena.call('makeCommitmentBinding', bind('300.14'))).toMatchObject({
      amount: '300.15',
      loanAmount: '1500.75',
      interestRate: '8.50',
      term: 12,
    })
  })
})

describe('rejected actions on commitments', () => {
  it("rejects a lender's actions on a binding commitment, which only an administrator can release", async () => {
    spec('4.9')
    const loan = await desk.makeLoan()
    const { id } = await desk.makeCommitment(lena, loan)
    for (const [name, input] of acts)
      expect(await lena.refusal(name, { params: { id }, ...input })).toBe(
        '409: A binding commitment can only be released by an administrator',
      )
    expect(await figuresOf(loan.id)).toEqual(['10.00', '0.00', '100000.00'])
  })

  it('rejects actions on commitments in a funded loan', async () => {
    const loan = await desk.makeLoan()
    const { id } = await makeSoft(lena, loan)
    await desk.rows("update loans set status = 'funded' where id = $1", [loan.id])
    for (const [name, input] of acts)
      expect(await lena.refusal(name, { params: { id }, ...input })).toBe(
        '409: This loan is fully funded',
      )
  })

  it("returns 404 for another user's commitment, even for administrators", async () => {
    const { id } = await makeSoft(lena, await desk.makeLoan())
    const admin = await desk.makeAdmin()
    for (const person of [luis, admin])
      for (const [name, input] of acts) {
        const missing = await person.refusal(name, { params: { id: randomUUID() }, ...input })
        expect(missing).toBe('404: The commitment was not found')
        expect(await person.refusal(name, { params: { id }, ...input })).toBe(missing)
      }
  })
})
