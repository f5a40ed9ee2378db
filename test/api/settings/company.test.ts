import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { exampleCompany } from '#contract/company.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

const change = (body: object) => admin.call('updateCompany', { body })
const entriesOf = () =>
  desk.rows<{ before: object; after: object }>(
    "select before, after from audit where kind = 'companyChanged' order by at, id",
  )

describe('company details', () => {
  it('returns example details until an administrator sets the company name', async () => {
    const fresh = await openDesk()
    const settings = await (await fresh.makeAdmin()).call('getCompany')
    expect(settings).toEqual({ ...exampleCompany, isExample: 'true', fixed: [] })
    expect(exampleCompany).toMatchObject({ name: 'Paripassu', email: 'desk@example.com' })
    await fresh.close()
  })

  it('lets an administrator change company details, records the old values in the audit trail, and applies the new values immediately', async () => {
    const name = `Quay Bank ${randomUUID()}`
    await change({ name, email: ' desk@quay.example ', logoUrl: '/quay.svg' })
    const before = (await entriesOf()).length
    const saved = await change({ name: `${name} II`, email: 'desk@quay.example', logoUrl: '' })
    expect(saved).toMatchObject({
      ...{ name: `${name} II`, email: 'desk@quay.example', logoUrl: null },
      ...{ phone: exampleCompany.phone, isExample: 'false', fixed: [] },
    })
    expect(await admin.call('getCompany')).toEqual(saved)
    expect(desk.config.company).toMatchObject({ name: `${name} II`, isExample: false })
    expect((await entriesOf()).slice(before)).toEqual([
      { before: { name, logoUrl: '/quay.svg' }, after: { name: `${name} II`, logoUrl: null } },
    ])
  })

  it('writes no audit entry for company details saved without changes', async () => {
    const { name } = await change({ name: `Quay Bank ${randomUUID()}` })
    const before = await entriesOf()
    await change({ name })
    await change({})
    expect(await entriesOf()).toEqual(before)
  })

  it('records the results of two concurrent changes to the company details in the audit trail', async () => {
    await change({ phone: '1' })
    const before = (await entriesOf()).length
    await Promise.all([change({ phone: '2' }), change({ phone: '3' })])
    // An entry has the time at which its transaction began, so the two entries can be in either order.
    const entries = (await entriesOf()).slice(before)
    const first = entries.find((entry) => isDeepStrictEqual(entry.before, { phone: '1' }))
    const second = entries.find((entry) => entry !== first)
    expect(second?.before).toEqual(first?.after)
  })

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['name', 'Quay\nBank'],
    ['email', 'desk'],
    ['phone', ' '],
    ['phone', '5'.repeat(51)],
    ['address', 'x'.repeat(301)],
    ['website', 'quay.example'],
    ['website', 'javascript:alert(1)'],
    ['networkUrl', 'https://ann:secret@quay.example'],
    ['logoUrl', 'http://quay.example/logo.svg'],
    ['logoUrl', '//quay.example/logo.svg'],
    ['approvalTime', null],
  ])('rejects the company %s %j', async (field, value) => {
    const refused = await admin.send('updateCompany', { body: { [field]: value } })
    expect(refused.status).toBe(400)
    expect(Object.keys((JSON.parse(refused.text) as { fields: object }).fields)).toEqual([field])
  })

  it("prefers company details from environment settings and doesn't let administrators change them", async () => {
    const held = await openDesk({ BRAND_NAME: 'Cole Bank', BRAND_LOGO_URL: '/cole.svg' })
    const boss = await held.makeAdmin()
    expect(await boss.call('getCompany')).toMatchObject({
      ...{ name: 'Cole Bank', logoUrl: '/cole.svg', phone: exampleCompany.phone },
      ...{ isExample: 'false', fixed: ['name', 'logoUrl'] },
    })
    const body = { name: 'Another Bank', phone: '5' }
    expect(await boss.refusal('updateCompany', { body })).toBe(
      "409: BRAND_NAME in the program's settings holds this. Change it there, and start the program again.",
    )
    expect(await boss.call('updateCompany', { body: { phone: '5' } })).toMatchObject({
      ...{ name: 'Cole Bank', phone: '5' },
    })
    await held.close()
  })

  it('updates company details in other processes within seconds', async () => {
    const other = await openDesk({}, { connection: desk.connection, drop: async () => {} })
    const name = `Quay Bank ${randomUUID()}`
    await change({ name })
    await expect.poll(() => other.config.company.name, { timeout: 10_000 }).toBe(name)
    await other.close()
  })

  it("uses the company's name in emails", async () => {
    const lender = await desk.makeLender()
    const name = `Quay Bank ${randomUUID()}`
    await change({ name })
    await desk.visitor().call('requestPasswordReset', { body: { email: lender.email } })
    const [mail] = await desk.rows<{ subject: string }>(
      'select subject from mails where recipient = $1',
      [lender.email],
    )
    expect(mail?.subject).toBe(`Choose a new password for ${name}`)
  })
})
