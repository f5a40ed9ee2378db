/** Invitations to a firm: by managers, by administrators, and their links. */
import { newEmail, type Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

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

it('tells an approved viewer only what viewers can do', async () => {
  const { id } = await invite('viewer')
  const caller = desk.visitor()
  const params = { token: await tokenOf(id) }
  const user = await caller.call('acceptInvitation', { params, body: names })
  await olga.call('approveUser', { params: { id: user.id } })
  const [notice] = await caller.call('listNotifications')
  expect(notice?.message).toBe(
    'Your account was approved. You can now read documents and ask questions.',
  )
})

it("approves at once the person of an administrator's invitation, who then reads the firm's position", async () => {
  const params = { id: await firmOf(lena) }
  const body = { email: newEmail(), firmRole: 'viewer' } as const
  const made = await olga.call('createInvitationToFirm', { params, body })
  expect(made).toMatchObject({ isApproved: 'true', state: 'open' })
  const caller = desk.visitor()
  const token = tokenIn(made.url)
  const user = await caller.call('acceptInvitation', { params: { token }, body: names })
  expect(user).toMatchObject({ isApproved: 'true', firmRole: 'viewer', firmId: params.id })
  expect(await caller.call('listOwnCommitments')).not.toEqual([])
  const listed = await olga.call('listInvitations')
  expect(listed.find(({ id }) => id === made.id)).toMatchObject({
    ...{ firmId: params.id, firmName: 'Lena Brook', firmRole: 'viewer', state: 'accepted' },
  })
  const own = await lena.call('listFirmInvitations')
  expect(own.find(({ id }) => id === made.id)).toMatchObject({ state: 'accepted', can: [] })
})

it("names the firm in the administrators' notification of a registration", async () => {
  await lena.call('updateOwnFirm', { body: { name: 'Alder Bank' } })
  const made = await invite('viewer')
  await accept(await tokenOf(made.id))
  expect((await noticesOf(olga)).at(-1)).toBe(
    `registration: Ben Roe (${made.email}) accepted an invitation to Alder Bank and awaits approval`,
  )
  const pending = await olga.call('listPendingUsers')
  expect(pending.at(-1)).toMatchObject({ firmName: 'Alder Bank', email: made.email })
  await lena.call('updateOwnFirm', { body: { name: null } })
})

it('registers through the registration form too, if it has the token', async () => {
  const made = await invite('committer')
  const invitation = await tokenOf(made.id)
  const body = { ...names, email: made.email, invitation }
  const user = await desk.visitor().call('register', { body })
  expect(user).toMatchObject({ firmId: await firmOf(lena), firmRole: 'committer' })
})

it('accepts an invitation once, for a week, unless it is withdrawn, and says the same about all others', async () => {
  const late = await invite('viewer')
  const lateToken = await tokenOf(late.id)
  await desk.rows('update invitations set expires_at = now() where id = $1', [late.id])
  const gone = await invite('viewer')
  const goneToken = await tokenOf(gone.id)
  await lena.call('deleteFirmInvitation', { params: { id: gone.id } })
  const taken = await invite('viewer')
  const takenToken = await tokenOf(taken.id)
  await desk.makeLender({ email: taken.email })
  const tokens = [lateToken, goneToken, `${takenToken}x`, 'x', '..', `${late.id}.`]
  const words = '404: The invitation was not found'
  for (const token of tokens) {
    const input = { params: { token }, body: names }
    expect(await desk.visitor().refusal('acceptInvitation', input), token).toBe(words)
    expect(await desk.visitor().refusal('getInvitation', { params: { token } }), token).toBe(words)
  }
  const input = { params: { token: takenToken }, body: names }
  expect(await desk.visitor().refusal('acceptInvitation', input)).toBe(words)
})

it('makes one account of an invitation that is accepted twice at once, 20 times', async () => {
  for (let round = 0; round < 20; round += 1) {
    const made = await invite('viewer')
    const token = await tokenOf(made.id)
    const replies = await Promise.all([accept(token), accept(token)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404])
    const rows = await desk.rows('select 1 from users where email = $1', [made.email])
    expect(rows).toHaveLength(1)
  }
})

it("refuses an address that has an account or an open invitation to the firm, and tells nothing of other firms'", async () => {
  const refusal = (email: string, who = lena) =>
    who.refusal('createFirmInvitation', { body: { email, firmRole: 'viewer' } })
  const made = await invite('viewer')
  expect(await refusal(made.email.toUpperCase())).toBe(
    '409: This address has an open invitation to your firm',
  )
  expect(await refusal(luis.email)).toBe(
    '409: An account with this email already exists. Ask the originator to move it.',
  )
  expect(await refusal(lena.email)).toBe('409: This person is in your firm already')
  // Another firm's invitation of the same address neither shows nor ends.
  const other = await luis.call('createFirmInvitation', {
    body: { email: made.email, firmRole: 'viewer' },
  })
  expect(other.state).toBe('open')
  const [ours, theirs] = [
    await lena.call('listFirmInvitations'),
    await luis.call('listFirmInvitations'),
  ]
  expect(ours.find(({ id }) => id === made.id)?.state).toBe('open')
  expect(theirs.map(({ id }) => id)).toEqual([other.id])
  expect(await luis.refusal('deleteFirmInvitation', { params: { id: made.id } })).toMatch(/^404/)
})

it('checks the fields of an invitation', async () => {
  for (const body of [
    { email: 'nobody', firmRole: 'viewer' },
    { email: newEmail(), firmRole: 'owner' },
    { email: newEmail() },
  ])
    expect((await lena.send('createFirmInvitation', { body })).status).toBe(400)
})

it('lets a pending person without colleagues name the company once asked for', async () => {
  const pending = await desk.makePending()
  expect((await pending.call('getCurrentUser')).canNameCompany).toBe('true')
  const user = await pending.call('updateProfile', { body: { companyName: ' Birch Trust ' } })
  expect(user).toMatchObject({ companyName: 'Birch Trust', canNameCompany: 'false' })
  for (const body of [{ name: '  ' }, { name: 'a\0b' }, { name: 'x'.repeat(201) }, {}])
    expect((await lena.send('updateOwnFirm', { body })).status).toBe(400)
})
