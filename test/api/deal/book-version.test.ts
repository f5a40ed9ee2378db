import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
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

const versionOf = async ({ id }: { id: string }) =>
  (await olga.call('getDeal', { params: { id } })).bookVersion

describe('the version of a book', () => {
  it('differs after each change of a line and of the terms, and stays otherwise', async () => {
    const loan = await desk.makeLoan()
    const params = { id: loan.id }
    const seen = [await versionOf(loan)]
    const expectAnother = async () => {
      const version = await versionOf(loan)
      expect(seen).not.toContain(version)
      seen.push(version)
    }
    const expectSame = async () => expect(await versionOf(loan)).toBe(seen.at(-1))

    const soft = await desk.makeCommitment(lena, loan, { percentage: '10', isSoftCommit: 'true' })
    await expectAnother()
    await expectSame()
    const line = { params: { id: soft.id } }
    await lena.call('changeCommitment', { ...line, body: { percentage: '20' } })
    await expectAnother()
    // A lower share isn't the first version again, because the request stands later.
    await lena.call('changeCommitment', { ...line, body: { percentage: '10' } })
    await expectAnother()
    await olga.call('updateLoan', { params, body: { term: 17 } })
    await expectAnother()
    await lena.call('makeCommitmentBinding', { ...line, body: {} })
    await expectAnother()
    await olga.call('setHold', { params, body: { percentage: '5' } })
    await expectAnother()
    await olga.call('releaseCommitment', { ...line, body: { reason: 'Asked for it' } })
    await expectAnother()

    await olga.call('updateDeal', { params, body: { maxShare: '40' } })
    await desk.makeCommitment(lena, await desk.makeLoan(), { percentage: '10' })
    await expectSame()
  })

  it('is another one for another loan', async () => {
    const [one, other] = [await desk.makeLoan(), await desk.makeLoan()]
    expect(await versionOf(one)).not.toBe(await versionOf(other))
  })
})
