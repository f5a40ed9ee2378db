/** Reading changes nothing: a GET leaves the database as it was, but for the record of who read. */
import type { EndpointName } from '#contract/endpoints.ts'
import { roles, type Role } from '#domain/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller, LooseInput } from '#test/support/caller.ts'
import { fingerprintBut } from '#test/support/counts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'
import { makeThing } from '#test/support/things.ts'

/** The audit trail says who read documents and took exports, and is sealed a little later. */
const record = ['audit', 'audit_unsealed', 'audit_seals', 'audit_head']

let desk: Desk
let callers: Record<Role, Caller>
let subjects: Parameters<typeof sampleInput>[1]

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  const admin = await desk.makeAdmin()
  const people = { pending: await desk.makePending(), lender: await desk.makeLender(), admin }
  // Something unread, a favorite and a second sign-in for each, so that reading could change them.
  for (const person of Object.values(people))
    for (const thing of ['notification', 'favorite', 'session'] as const)
      await makeThing[thing](desk, person, admin)
  callers = { visitor: desk.visitor(), ...people }
  const loanId = await makeThing.loan(desk, people.lender, admin)
  const message = 'When is closing?'
  await people.lender.call('createMessage', { body: { loanId, message } })
  await makeThing.mail(desk, admin, admin)
  const { fileUrl } = await desk.makeDocument({ id: loanId })
  subjects = { loanId, id: loanId, userId: people.lender.id, fileUrl }
})
afterAll(() => desk.close())

/** Right in every part, or what is tried is a refusal. */
function inputOf(name: EndpointName): LooseInput {
  const sample = sampleInput(name, subjects)
  // The sample names another photo, and a document comes in no other width.
  if (name === 'getLoanCover') return { ...sample, query: { w: '480' } }
  return name === 'getObject' ? { params: sample.params } : sample
}

const reads = rowsOfTheTable.filter(([, row]) => row.method === 'GET')

describe.each(roles)('as a %s', (role) => {
  it.each(reads)('%s changes nothing', async (name) => {
    const before = await fingerprintBut(desk, record)
    const { status, text } = await callers[role].send(name, inputOf(name))
    if (role === 'admin') expect(status, text).toBe(200)
    expect(await fingerprintBut(desk, record)).toEqual(before)
  })
})

it('looks at every table but those of the record', async () => {
  const names = (await fingerprintBut(desk, record)).map(({ name }) => name)
  for (const table of ['users', 'loans', 'commitments', 'sessions', 'uploads', 'secrets'])
    expect(names).toContain(table)
  expect(desk.errors).toEqual([])
})
