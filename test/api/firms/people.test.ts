/** A firm's people: roles, leaving, and moving to another firm. */
import { randomUUID } from 'node:crypto'
import { newEmail, type Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { firmIdOf, tokenIn } from '#test/support/firm-acts.ts'
import { noticesOf } from '#test/support/notices.ts'
import { entriesOf, entryOf } from '#test/support/trail.ts'
import { expect, it } from 'vitest'

const { desk, olga, luis: stranger } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const of = ({ id }: { id: string }) => ({ params: { id } })
const setRole = (who: Person, whom: Person, firmRole: 'viewer' | 'committer' | 'manager') =>
  who.refusal('updateFirmPerson', { ...of(whom), body: { firmRole } })
const noManager = /^409: The firm needs a manager/

async function makeFirm(role: 'viewer' | 'committer' | 'manager' = 'committer') {
  const ada = await desk.makeLender({ firstName: 'Ada' })
  const ben = await desk.makeColleague(ada, role, { firstName: 'Ben' })
  return { ada, ben, firmId: await firmIdOf(ada) }
}
const refusalOf = (who: Person, body: object) => olga.refusal('updateUser', { ...of(who), body })

it("changes a colleague's role, on record, and ends the colleague's sign-ins", async () => {
  const { ada, ben } = await makeFirm('viewer')
  const entry = await entryOf(olga, () =>
    ada.call('updateFirmPerson', { ...of(ben), body: { firmRole: 'committer' } }),
  )
  expect(entry).toMatchObject({
    ...{ kind: 'firmRoleChanged', personId: ben.id, actorId: ada.id },
    ...{ before: { firmRole: 'viewer' }, after: { firmRole: 'committer' } },
  })
  expect((await ben.send('getCurrentUser')).status).toBe(401)
  const again = await desk.signIn(ben)
  const loan = await desk.makeLoan()
  expect((await desk.makeCommitment(again, loan, { percentage: '1' })).madeBy).toBe('Ben Brook')
})

it('shows each person what they can do, and no call does more', async () => {
  const { ada, ben } = await makeFirm('manager')
  const { people, can } = await ada.call('getOwnFirm')
  expect(can).toEqual(['rename', 'invite'])
  expect(people?.map((person) => [person.id, person.can])).toEqual([
    [ada.id, []],
    [ben.id, ['changeRole', 'deactivate']],
  ])
  expect(await setRole(ada, ada, 'viewer')).toMatch(/^409: You can't change your own role/)
  expect(await ada.refusal('deactivateFirmPerson', of(ada))).toMatch(/^409: You can't deactivate/)
  const admin = await desk.makeAdmin()
  await desk.rows(
    `update users set firm_id = (select firm_id from users where id = $2), firm_role = 'viewer' where id = $1`,
    [admin.id, ada.id],
  )
  for (const name of ['deactivateFirmPerson', 'reactivateFirmPerson'] as const)
    expect(await ada.refusal(name, of(admin))).toMatch(/^403: Only an administrator/)
  expect(await setRole(ada, admin, 'manager')).toMatch(/^403: Only an administrator/)
})

it("answers 404 about another firm's people, whatever is asked", async () => {
  const { ada, ben } = await makeFirm()
  expect(await setRole(stranger, ben, 'viewer')).toBe('404: The person was not found')
  for (const name of ['deactivateFirmPerson', 'reactivateFirmPerson'] as const)
    expect(await stranger.refusal(name, of(ben))).toBe('404: The person was not found')
  const { firmId } = await ben.call('getCurrentUser')
  const own = await stranger.send('getOwnFirm')
  for (const secret of [ada.id, ben.id, ben.email, firmId]) expect(own.text).not.toContain(secret)
  expect(await ben.call('getOwnFirm')).toMatchObject({ people: null, can: [] })
})

it('keeps a manager in a firm that two managers demote each other in, 20 times', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { ada, ben, firmId } = await makeFirm('manager')
    const demote = (who: Person, whom: Person) =>
      who.send('updateFirmPerson', { ...of(whom), body: { firmRole: 'committer' } })
    const replies = await Promise.all([demote(ada, ben), demote(ben, ada)])
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    expect([401, 409]).toContain(statuses[1])
    if (statuses[1] === 409)
      expect(replies.some(({ text }) => text.includes('last_manager'))).toBe(true)
    const managers = await desk.rows(
      `select 1 from users where firm_id = $1 and firm_role = 'manager'`,
      [firmId],
    )
    expect(managers).toHaveLength(1)
  }
})

it('keeps the last manager while others are active, also against administrators', async () => {
  const { ada, ben } = await makeFirm()
  expect(await refusalOf(ada, { firmRole: 'viewer' })).toMatch(noManager)
  expect(await refusalOf(ada, { isApproved: 'false' })).toMatch(noManager)
  expect(await refusalOf(ada, { firmId: await firmIdOf(stranger) })).toMatch(noManager)
  expect(await olga.refusal('deleteUser', of(ada))).toMatch(noManager)
  expect(
    (await olga.call('updateUser', { ...of(ben), body: { firmRole: 'manager' } })).firmRole,
  ).toBe('manager')
  const body = { firmRole: 'viewer' } as const
  expect((await olga.call('updateUser', { ...of(ada), body })).firmRole).toBe('viewer')
})

it('deactivates and reactivates a colleague, and leaves the positions with the firm', async () => {
  const { ada, ben } = await makeFirm()
  const loan = await desk.makeLoan()
  const line = await desk.makeCommitment(ben, loan, { percentage: '10' })
  const gone = await ada.call('deactivateFirmPerson', of(ben))
  expect(gone).toMatchObject({ state: 'deactivated', can: ['reactivate'] })
  expect((await ben.send('getCurrentUser')).status).toBe(401)
  const [held] = await ada.call('listOwnCommitments')
  expect(held).toMatchObject({ id: line.id, madeBy: 'Ben Brook', status: 'active' })
  expect((await ada.call('reactivateFirmPerson', of(ben))).state).toBe('active')
  const pending = await desk.makeColleague(ada, 'viewer')
  await desk.rows('update users set is_approved = false where id = $1', [pending.id])
  expect(await ada.refusal('deactivateFirmPerson', of(pending))).toMatch(/^409: .* awaits approval/)
})

it('moves a person on record, who leaves everything to the firm and reads nothing of it afterward', async () => {
  const { ada, ben, firmId } = await makeFirm()
  const loan = await desk.makeLoan({ title: 'Alder Point' })
  const line = await desk.makeCommitment(ben, loan, { percentage: '10' })
  const passed = await desk.makeLoan()
  await ben.call('passOnLoan', { ...of(passed), body: { reason: 'rate' } })
  await ben.call('createMessage', { body: { loanId: loan.id, message: 'When is closing?' } })
  const answer = { loanId: loan.id, message: 'In May.', recipientId: ben.id }
  await olga.call('createMessage', { body: answer })
  expect(await noticesOf(ben)).toContainEqual(expect.stringMatching(/^reply: /))
  const to = await firmIdOf(stranger)
  const entries = await entriesOf(olga, () =>
    olga.call('updateUser', { ...of(ben), body: { firmId: to } }),
  )
  expect(entries).toMatchObject([
    { kind: 'firmChanged', before: { name: null }, after: { name: 'Luis Ortega' } },
    { kind: 'firmMoved', before: { firmId }, after: { firmId: to } },
  ])
  expect((await noticesOf(stranger)).at(-1)).toMatch(/^firmMemberJoined: Ben Brook/)
  const moved = await desk.signIn(ben)
  expect(await moved.call('getCurrentUser')).toMatchObject({ firmId: to, firmRole: 'viewer' })
  for (const name of [
    'listOwnCommitments',
    'listOwnHoldings',
    'listOwnHistory',
    'listLoanMessages',
  ] as const) {
    const reply = await moved.send(name, { params: { loanId: loan.id } })
    expect(reply.text, name).toBe('[]')
  }
  expect((await noticesOf(moved)).filter((each) => /reply|receipt/.test(each))).toEqual([])
  expect((await moved.send('getReceipt', of(line))).status).toBe(404)
  expect(await ada.call('listOwnCommitments')).toMatchObject([
    { id: line.id, madeBy: 'Ben Brook', firmId },
  ])
  expect((await ada.call('getLoan', of(passed))).pass).toMatchObject({ reason: 'rate' })
  // The person can pass for the new firm, and the old one keeps its own pass.
  await olga.call('updateUser', { ...of(ben), body: { firmRole: 'committer' } })
  await (await desk.signIn(ben)).call('passOnLoan', { ...of(passed), body: { reason: 'size' } })
  expect((await ada.call('getLoan', of(passed))).pass).toMatchObject({ reason: 'rate' })
  const book = await olga.call('getBook', of(loan))
  expect(book.entries).toMatchObject([{ firmId, lenderName: 'Ada Brook', personName: 'Ben Brook' }])
  // The person reads of the other firm only what its people read.
  const released = { ...of(line), body: { reason: 'Agreed.' } }
  expect(await olga.call('releaseCommitment', released)).toMatchObject({
    ...{ firmId, lenderName: 'Ada Brook', personName: 'Ben Brook' },
  })
})

it('keeps the name of an unnamed firm that an older account joins', async () => {
  const [older, holder] = [await desk.makeLender(), await desk.makeLender({ firstName: 'Nell' })]
  const loan = await desk.makeLoan()
  await desk.makeCommitment(holder, loan, { percentage: '10' })
  const firmId = await firmIdOf(holder)
  await olga.call('updateUser', { ...of(older), body: { firmId } })
  const { entries } = await olga.call('getBook', of(loan))
  expect(entries).toMatchObject([{ firmId, lenderName: 'Nell Brook' }])
  expect(await holder.call('getOwnFirm')).toMatchObject({ name: 'Nell Brook' })
})

it('refuses to move the last person of a firm on record, and deletes an empty one', async () => {
  const [one, two] = [await desk.makeLender(), await desk.makeLender()]
  const to = await firmIdOf(stranger)
  await desk.makeCommitment(one, await desk.makeLoan(), { percentage: '1' })
  expect(await refusalOf(one, { firmId: to })).toMatch(/^409: .* is the last person of a firm/)
  const firmId = await firmIdOf(two)
  expect(await refusalOf(two, { firmId: randomUUID() })).toBe('404: The firm was not found')
  const body = { email: newEmail(), firmRole: 'viewer' } as const
  const { url } = await olga.call('createInvitationToFirm', { params: { id: firmId }, body })
  expect((await olga.call('updateUser', { ...of(two), body: { firmId: to } })).firmId).toBe(to)
  expect(await desk.rows('select 1 from firms where id = $1', [firmId])).toEqual([])
  const names = { firstName: 'Ben', lastName: 'Roe', password: 'correct horse battery' }
  const accept = { params: { token: tokenIn(url) }, body: names }
  expect(await desk.visitor().refusal('acceptInvitation', accept)).toMatch(/^40[49]: .*invitation/i)
  const [originator] = await desk.rows<{ id: string }>('select id from firms where is_originator')
  expect(await refusalOf(two, { firmId: originator?.id })).toMatch(/^409: Nobody can join/)
  expect(await refusalOf(olga, { firmId: to })).toMatch(/^409: You can't change your own firm/)
})

it('appoints the first active person of a firm without a manager', async () => {
  const { id } = await olga.call('createFirm', { body: { name: 'Elm Trust' } })
  const mover = await desk.makeLender()
  expect(
    await olga.call('updateUser', { ...of(mover), body: { firmId: id, firmRole: 'viewer' } }),
  ).toMatchObject({ firmId: id, firmName: 'Elm Trust', firmRole: 'manager' })
})

it('makes an approved person the manager of a firm without active people', async () => {
  const { ada, ben } = await makeFirm('viewer')
  await desk.rows('update users set is_approved = false where id = $1', [ben.id])
  await olga.call('deleteUser', of(ada))
  const body = { isApproved: 'true' } as const
  expect((await olga.call('updateUser', { ...of(ben), body })).firmRole).toBe('manager')
})

it('gives each person of a firm the figures of the firm, and blocks no deletion while others remain', async () => {
  const { ada, ben } = await makeFirm('manager')
  const loan = await desk.makeLoan()
  await desk.makeCommitment(ada, loan, { percentage: '10' })
  await desk.makeCommitment(ben, loan, { percentage: '5' })
  const find = async (person: Person) =>
    (await olga.call('listUsers')).find(({ id }) => id === person.id)
  const bindingAmount = '150000.00'
  for (const person of [ada, ben])
    expect(await find(person)).toMatchObject({ bindingAmount, bindingCommitments: 0 })
  await ada.call('deactivateFirmPerson', of(ben))
  expect(await find(ada)).toMatchObject({ bindingAmount, bindingCommitments: 2 })
})
