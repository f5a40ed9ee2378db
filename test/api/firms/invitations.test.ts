/** Invitations to a firm: by managers, by administrators, and their links. */
import { newEmail, type Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const names = { firstName: 'Ben', lastName: 'Roe', password: 'correct horse battery' }
const firmOf = async (person: Person) => (await person.call('getCurrentUser')).firmId
const tokenIn = (url: string | null | undefined) =>
  new URL(url ?? '').searchParams.get('invitation') ?? ''
const tokenOf = async (id: string) =>
  tokenIn((await olga.call('listInvitations')).find((each) => each.id === id)?.url)
const accept = (token: string, fields: object = {}) =>
  desk.visitor().send('acceptInvitation', { params: { token }, body: { ...names, ...fields } })
const invite = (firmRole: 'viewer' | 'committer' | 'manager', email = newEmail()) =>
  lena.call('createFirmInvitation', { body: { email, firmRole } })

it("lets a manager's invitation add a pending person, who reads nothing of the firm until approved", async () => {
  const loan = await desk.makeLoan({ title: 'Alder Point' })
  await desk.makeCommitment(lena, loan, { percentage: '5' })
  const made = await invite('committer')
  expect(made).toMatchObject({ state: 'open', isApproved: 'false', url: null, can: ['withdraw'] })
  const token = await tokenOf(made.id)
  expect(await desk.visitor().call('getInvitation', { params: { token } })).toMatchObject({
    email: made.email,
    firmName: 'Lena Brook',
    firmRole: 'committer',
  })
  const caller = desk.visitor()
  const user = await caller.call('acceptInvitation', { params: { token }, body: names })
  expect(user).toMatchObject({
    ...{ isApproved: 'false', firmRole: 'committer', email: made.email, canNameCompany: 'false' },
    firmId: await firmOf(lena),
  })
  const [entry] = await desk.rows(
    'select 1 from users where id = $1 and terms_version is not null',
    [user.id],
  )
  expect(entry).toBeDefined()
  for (const name of ['listOwnCommitments', 'listOwnHoldings', 'listOwnHistory'] as const)
    expect(await caller.call(name), name).toEqual([])
  const own = await caller.call('getOwnFirm')
  expect(own).toMatchObject({ people: null, committers: [], can: [] })
  expect((await noticesOf(lena)).at(-1)).toMatch(/^firmMemberJoined: Ben Roe .* awaits approval/)
  expect((await accept(token)).status).toBe(404)
})
