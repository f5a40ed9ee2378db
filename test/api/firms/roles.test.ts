/** A viewer reads and asks for the firm, and neither commits nor passes. */
import type { EndpointName } from '#contract/endpoints.ts'
import { newEmail, type Person } from '#test/support/builders.ts'
import type { LooseInput } from '#test/support/caller.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena } = await openDeskWithPeople({ RATE_LIMIT: 'off' })
const viewer = await desk.makeColleague(lena, 'viewer', { firstName: 'Vera' })

const refused = '403: You can read for your firm, not commit'
const setRole = (person: Person, role: string) =>
  desk.rows('update users set firm_role = $2 where id = $1', [person.id, role])

async function bindingCalls(): Promise<[EndpointName, LooseInput][]> {
  const loan = await desk.makeLoan()
  const fields = { percentage: '5', isSoftCommit: 'true' } as const
  const line = await desk.makeCommitment(lena, loan, fields)
  const params = { id: line.id }
  return [
    ['createCommitment', { body: { loanId: loan.id, percentage: '5' } }],
    ['changeCommitment', { params, body: { percentage: '6' } }],
    ['makeCommitmentBinding', { params, body: {} }],
    ['withdrawCommitment', { params }],
    ['passOnLoan', { params: { id: loan.id }, body: { reason: 'rate' } }],
    ['takeBackPass', { params: { id: loan.id } }],
  ]
}

it('lets a viewer read the position and the loan, ask, and nothing that binds the firm', async () => {
  const calls = await bindingCalls()
  for (const [name, input] of calls) expect(await viewer.refusal(name, input), name).toBe(refused)
  const [line] = await viewer.call('listOwnCommitments')
  expect(line).toMatchObject({ lenderId: lena.id, can: [] })
  const params = { id: line?.loanId ?? '' }
  expect((await viewer.call('getLoan', { params })).can).toEqual([])
  expect((await lena.call('getLoan', { params })).can).toEqual(['commit'])
  const question = { loanId: params.id, message: 'When is closing?' }
  expect((await viewer.call('createMessage', { body: question })).userId).toBe(viewer.id)
  expect(await viewer.call('getCurrentUser')).toMatchObject({
    isApproved: 'true',
    firmRole: 'viewer',
    firmId: (await lena.call('getCurrentUser')).firmId,
  })
})

it('lets a committer bind the firm, and an administrator whatever the role in the firm', async () => {
  const committer = await desk.makeColleague(lena, 'committer')
  const admin = await desk.makeAdmin()
  await setRole(admin, 'viewer')
  const loan = await desk.makeLoan()
  for (const person of [committer, admin])
    expect((await desk.makeCommitment(person, loan, { percentage: '5' })).lenderId).toBe(person.id)
})

it('rejects a commitment and a pass if the role ends while they wait', async () => {
  const committer = await desk.makeColleague(lena, 'committer')
  const calls = (await bindingCalls()).filter(([name]) => !/take|Withdraw/.test(name))
  for (const [name, input] of calls) {
    await setRole(committer, 'committer')
    const client = await desk.db.$client.connect()
    await client.query('begin')
    await client.query(`update users set firm_role = 'viewer' where id = $1`, [committer.id])
    const answer = committer.refusal(name, input)
    await somebodyWaitsFor(client)
    await client.query('commit')
    client.release()
    expect(await answer, name).toBe(refused)
  }
})

it('rejects the withdrawal of an invitation if the role ends while it waits', async () => {
  const manager = await desk.makeColleague(lena, 'manager')
  const body = { email: newEmail(), firmRole: 'viewer' } as const
  const { id } = await lena.call('createFirmInvitation', { body })
  const client = await desk.db.$client.connect()
  await client.query('begin')
  await client.query(`update users set firm_role = 'viewer' where id = $1`, [manager.id])
  const answer = manager.send('deleteFirmInvitation', { params: { id } })
  await somebodyWaitsFor(client)
  await client.query('commit')
  client.release()
  expect((await answer).status).toBe(403)
  expect(await lena.call('listFirmInvitations')).toMatchObject([{ id, state: 'open' }])
})

it('keeps the session and its account role when only the role in the firm changes', async () => {
  const member = await desk.makeColleague(lena, 'manager')
  await setRole(member, 'viewer')
  const { headers } = await member.send('getCurrentUser')
  expect(headers['set-cookie']).toBeUndefined()
  await olga.call('updateUser', { params: { id: member.id }, body: { isAdmin: 'true' } })
  const entry = (await olga.call('listAudit')).find(({ kind }) => kind === 'roleChanged')
  expect(entry).toMatchObject({ before: { role: 'lender' }, after: { role: 'admin' } })
})
