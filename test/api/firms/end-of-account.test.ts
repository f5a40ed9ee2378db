/** A firm's commitments when one of its accounts ends. */
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { expect, it } from 'vitest'

const { desk, olga } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const end = (person: Person) => olga.refusal('deleteUser', { params: { id: person.id } })
const endNow = (person: Person) => olga.call('deleteUser', { params: { id: person.id } })
const find = async (person: Person) =>
  (await olga.call('listUsers')).find(({ id }) => id === person.id)
const firmsOf = (person: Person, firmId: string) =>
  desk.rows(
    'select id from firms where id = $1 or id = (select firm_id from users where id = $2)',
    [firmId, person.id],
  )

async function makeFirm() {
  const ada = await desk.makeLender({ firstName: 'Ada' })
  const ben = await desk.makeColleague(ada, 'manager', { firstName: 'Ben' })
  const { firmId } = await ada.call('getCurrentUser')
  const loan = await desk.makeLoan()
  return { ada, ben, firmId, loan }
}

it("leaves a firm's commitments as they are while a colleague remains", async () => {
  const { ada, ben, loan } = await makeFirm()
  const fields = { percentage: '5', isSoftCommit: 'true' } as const
  const soft = await desk.makeCommitment(ada, loan, fields)
  const bound = await desk.makeCommitment(ada, loan, { percentage: '10' })
  expect(await find(ada)).toMatchObject({ bindingCommitments: 0 })
  expect(await olga.call('listBoundLoans', { params: { id: ada.id } })).toEqual([])
  await endNow(ada)
  expect(await find(ada)).toMatchObject({ deactivatedAt: expect.any(String) })
  const lines = await ben.call('listOwnCommitments')
  expect(lines.map(({ id }) => id).toSorted()).toEqual([soft.id, bound.id].toSorted())
  expect(lines.map(({ can }) => can.length > 0).toSorted()).toEqual([false, true])

  // An administrator can still act for the firm, although the person who made the commitment left.
  const instruction = { instructedBy: 'Ben Brook', instructedOn: '2026-11-20' }
  const params = { id: soft.id }
  const body = { ...instruction, percentage: '6' }
  expect((await olga.call('changeCommitmentOnBehalf', { params, body })).percentage).toBe('6.00')
  expect(await discrepancies(desk)).toEqual([])
})

it('refuses to end the last account of a bound firm, even if a former colleague made the commitment', async () => {
  const { ada, ben, loan } = await makeFirm()
  const bound = await desk.makeCommitment(ada, loan, { percentage: '10' })
  await endNow(ada)
  expect(await find(ben)).toMatchObject({ bindingCommitments: 1 })
  expect(await olga.call('listBoundLoans', { params: { id: ben.id } })).toMatchObject([
    { id: loan.id },
  ])
  expect(await end(ben)).toBe(
    "409: Ben Brook has a binding commitment, so the account can't be deleted",
  )
  await olga.call('releaseCommitment', { params: { id: bound.id }, body: { reason: 'Agreed.' } })
  // The firm is on record, and so is its last person, although no record names this person.
  await endNow(ben)
  expect(await find(ben)).toMatchObject({ deactivatedAt: expect.any(String) })
})

it("withdraws the firm's soft commitments with its last account, each in the name of its maker", async () => {
  const { ada, ben, loan } = await makeFirm()
  const soft = { percentage: '5', isSoftCommit: 'true' } as const
  const [one, two] = [
    await desk.makeCommitment(ada, loan, soft),
    await desk.makeCommitment(ben, loan, soft),
  ]
  await endNow(ada)
  const before = new Set((await olga.call('listAudit')).map(({ id }) => id))
  await endNow(ben)
  const { entries } = await olga.call('getBook', { params: { id: loan.id } })
  expect(entries.map(({ id, status }) => [id, status]).toSorted()).toEqual(
    [one, two].map(({ id }) => [id, 'withdrawn']).toSorted(),
  )
  const made = (await olga.call('listAudit')).filter(({ id }) => !before.has(id))
  const withdrawn = made.filter(({ kind }) => kind === 'commitmentWithdrawn')
  expect(withdrawn.map(({ personId }) => personId).toSorted()).toEqual([ada.id, ben.id].toSorted())
  expect(await discrepancies(desk)).toEqual([])
})

it("doesn't count a colleague who awaits approval or is deactivated as someone who remains", async () => {
  const { ada, ben, loan } = await makeFirm()
  await desk.makeCommitment(ada, loan, { percentage: '10' })
  for (const change of ['is_approved = false', 'is_approved = true, deactivated_at = now()']) {
    await desk.rows(`update users set ${change} where id = $1`, [ben.id])
    expect(await end(ada)).toMatch(/^409: Ada Brook has a binding commitment/)
  }
})

it('lets a pending colleague be rejected after the last approved person of a firm on record is deactivated', async () => {
  const { ada, ben, loan } = await makeFirm()
  const bound = await desk.makeCommitment(ada, loan, { percentage: '10' })
  await olga.call('releaseCommitment', { params: { id: bound.id }, body: { reason: 'Agreed.' } })
  await desk.rows('update users set is_approved = false where id = $1', [ben.id])
  await endNow(ada)
  expect(await find(ada)).toMatchObject({ deactivatedAt: expect.any(String) })
  const query = { isPending: 'true', outcome: 'deleted' } as const
  await olga.call('deleteUser', { params: { id: ben.id }, query })
  expect(await find(ben)).toBeUndefined()
  expect(await find(ada)).toMatchObject({ deactivatedAt: expect.any(String) })
})

it.each(['its last account', 'the firm'])(
  'locks a former colleague whose soft commitment ends with %s before it locks the firm',
  async (what) => {
    const { ada, ben, firmId, loan } = await makeFirm()
    await desk.makeCommitment(ben, loan, { percentage: '5', isSoftCommit: 'true' })
    const { firmId: newFirm } = await (await desk.makeLender()).call('getCurrentUser')
    await olga.call('updateUser', { params: { id: ben.id }, body: { firmId: newFirm } })
    const holder = await desk.db.$client.connect()
    try {
      await holder.query('begin')
      await holder.query('select from users where id = $1 for no key update', [ben.id])
      const ended =
        what === 'the firm'
          ? olga.send('deactivateFirm', { params: { id: firmId } })
          : olga.send('deleteUser', { params: { id: ada.id } })
      await somebodyWaitsFor(holder)
      // A transaction that has locked the person can lock the firm next.
      await holder.query('select from firms where id = $1 for no key update nowait', [firmId])
      await holder.query('commit')
      expect((await ended).status).toBeLessThan(300)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await discrepancies(desk)).toEqual([])
  },
)

it('deletes a firm together with its last person, and keeps it while a person remains', async () => {
  const { ada, ben, firmId } = await makeFirm()
  await endNow(ada)
  expect(await find(ada)).toBeUndefined()
  expect(await firmsOf(ben, firmId)).toEqual([{ id: firmId }])
  const body = { email: 'cleo@example.com', firmRole: 'viewer' } as const
  const { id } = await ben.call('createFirmInvitation', { body })
  await endNow(ben)
  expect(await firmsOf(ben, firmId)).toEqual([])
  const invitations = await olga.call('listInvitations', { query: {} })
  expect(invitations.find((each) => each.id === id)).toMatchObject({ state: 'withdrawn' })
})
