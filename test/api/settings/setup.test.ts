import { noteBackup } from '#server/backup/last-backup.ts'
import type { Person } from '#test/support/builders.ts'
import { newEmail } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { turnOn } from '#test/support/second-factor.ts'
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let desk: Desk
let admin: Person
beforeEach(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin({ firstName: 'Administrator', lastName: '' })
})
afterEach(() => desk.close())

const done = async (person = admin) => (await person.call('getSetup')).done
const shows = async (person = admin) => (await person.call('getCurrentUser')).isSettingUp

describe('the remaining setup steps', () => {
  it('lists every setup step for a new installation and shows the list on the dashboard', async () => {
    expect(await admin.call('getSetup')).toEqual({
      ...{ done: [], isHidden: 'false', worksWithoutEmail: 'false', emailLacks: 'server' },
    })
    expect(await shows()).toBe('true')
  })

  it('removes each setup step from the list once it is completed', async () => {
    await admin.call('updateProfile', { body: { firstName: 'Ada', lastName: 'Cole' } })
    expect(await done()).toEqual(['name'])
    await admin.call('updateCompany', { body: { name: 'Quay Bank' } })
    expect(await done()).toEqual(['name', 'company'])
    await admin.call('updateSetup', { body: { worksWithoutEmail: 'true' } })
    expect(await done()).toEqual(['name', 'company', 'email'])
    const { id } = await desk.makeLoan()
    expect(await done()).toEqual(['name', 'company', 'email', 'loan'])
    const body = { emails: [newEmail()] }
    const [invitation] = await admin.call('createInvitations', { body })
    expect(await done()).toEqual(['name', 'company', 'email', 'loan', 'lenders'])
    await turnOn(admin)
    const text = 'Ours.'
    await admin.call('publishLegalText', { body: { kind: 'terms', text } })
    await noteBackup(desk.db, { madeAt: new Date().toISOString() })
    const all = ['name', 'company', 'terms', 'email', 'loan', 'lenders', 'twoFactor', 'backup']
    expect(await done()).toEqual(all)
    await admin.call('deleteLoan', { params: { id } })
    expect(await done()).not.toContain('loan')
    await admin.call('deleteInvitation', { params: { id: invitation?.id ?? '' } })
    expect(await done()).toContain('lenders')
  })

  it('tracks the name and second-factor steps separately for each administrator', async () => {
    const other = await desk.makeAdmin({ firstName: 'Ada', lastName: 'Cole' })
    await turnOn(other)
    expect(await done(other)).toEqual(['name', 'twoFactor'])
    expect(await done()).toEqual([])
  })

  it('marks the loan step as done once a draft exists, and the lender step once a lender has registered', async () => {
    await desk.makeLoan({ isDraft: 'true' })
    await desk.makePending()
    expect(await done()).toEqual(['loan', 'lenders'])
  })

  it('hides the setup steps from every administrator until an administrator shows the steps again', async () => {
    const other = await desk.makeAdmin()
    await admin.call('updateSetup', { body: { isHidden: 'true' } })
    expect(await other.call('getSetup')).toMatchObject({ isHidden: 'true' })
    expect([await shows(), await shows(other)]).toEqual(['false', 'false'])
    await other.call('updateSetup', { body: { isHidden: 'false' } })
    expect(await shows()).toBe('true')
  })

  it('keeps the setup values that an update omits', async () => {
    await admin.call('updateSetup', { body: { worksWithoutEmail: 'true' } })
    await admin.call('updateSetup', { body: { isHidden: 'true' } })
    const before = await admin.call('updateSetup', { body: {} })
    expect(before).toMatchObject({ isHidden: 'true', worksWithoutEmail: 'true' })
  })

  it("doesn't show the setup steps to a lender", async () => {
    const lender = await desk.makeLender()
    expect(await shows(lender)).toBe('false')
    expect(await lender.refusal('getSetup')).toMatch(/^403/)
    expect(await lender.refusal('updateSetup', { body: { isHidden: 'true' } })).toMatch(/^403/)
  })
})

it('hides the setup steps once all are done, and counts configured values but not sample values as done', async () => {
  const settings = { PUBLIC_URL: 'https://desk.example', SMTP_URL: 'smtp://127.0.0.1:1' }
  const filled = await openDesk({ ...settings, SAMPLE_DATA: 'on' })
  await prepareDatabase({ ...filled, say: () => {} })
  const boss = await filled.makeAdmin({ firstName: 'Ada', lastName: 'Cole' })
  expect(await done(boss)).toEqual(['name', 'publicAddress'])
  await turnOn(boss)
  await boss.call('publishLegalText', { body: { kind: 'terms', text: 'Ours.' } })
  await noteBackup(filled.db, { madeAt: new Date().toISOString() })
  await filled.makeLoan()
  await filled.makeLender()
  await boss.call('updateCompany', { body: { name: 'Quay Bank' } })
  // Because a mail server is configured, the step is incomplete until the company's email address is set.
  await boss.call('updateSetup', { body: { worksWithoutEmail: 'true' } })
  expect(await boss.call('getSetup')).toMatchObject({ emailLacks: 'sender' })
  expect(await shows(boss)).toBe('true')
  await boss.call('updateCompany', { body: { name: 'Quay Bank', email: 'desk@quay.bank' } })
  expect(await boss.call('getSetup')).toMatchObject({ emailLacks: null })
  expect(await shows(boss)).toBe('false')
  await filled.close()
})
