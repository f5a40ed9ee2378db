/** A GET request changes nothing in the database except audit entries. */
import type { EndpointName } from '#contract/endpoints.ts'
import { roles, type Role } from '#domain/access.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller, LooseInput } from '#test/support/caller.ts'
import { fingerprintBut } from '#test/support/counts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'
import { makeThing } from '#test/support/things.ts'

/**
 * Opening a document or exporting data adds an audit entry, which is sealed soon afterward, so these tables may change.
 */
const record = ['audit', 'audit_unsealed', 'audit_seals', 'audit_head']

let desk: Desk
let callers: Record<Role, Caller>
let subjects: Parameters<typeof sampleInput>[1]
let mailId: string
let receiptId: string
let firmId: string
/** The ids of calls about things of the deal desk. */
const idsOfDeals: Partial<Record<EndpointName, string>> = {}

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  const admin = await desk.makeAdmin()
  const people = {
    pending: await desk.makePending(),
    viewer: await desk.makeMember('viewer'),
    lender: await desk.makeMember('committer'),
    manager: await desk.makeMember('manager'),
    admin,
  }
  // Each user has an unread notification, a favorite, and a second session, because a GET request could change these.
  for (const person of Object.values(people))
    for (const thing of ['notification', 'favorite', 'session'] as const)
      await makeThing[thing](desk, person, admin)
  callers = { visitor: desk.visitor(), ...people }
  const loanId = await makeThing.loan(desk, people.lender, admin)
  const message = 'When is closing?'
  await people.lender.call('createMessage', { body: { loanId, message } })
  mailId = await makeThing.mail(desk, admin, admin)
  const { fileUrl } = await desk.makeDocument({ id: loanId })
  firmId = (await people.lender.call('getOwnFirm')).id
  receiptId = await makeThing.receipt(desk, people.lender, admin)
  // A receipt is read before the comparison, because the first receipt creates the signing key.
  await people.lender.call('getReceipt', { params: { id: receiptId } })
  const { lender } = people
  const closedLoan = await makeThing.closedLoan(desk, lender, admin)
  const register = await makeThing.register(desk, lender, admin)
  Object.assign(idsOfDeals, {
    getOfferLetter: await makeThing.offer(desk, lender, admin),
    getCertificate: await makeThing.registerEntry(desk, lender, admin),
    ...{ exportRegisterAsCsv: register, exportRegisterAsPdf: register },
    ...{ getFunding: closedLoan, getOwnFunding: closedLoan, exportJournal: closedLoan },
  })
  subjects = { loanId, id: loanId, userId: people.lender.id, fileUrl }
  // Wait until the job that sends emails has created the key that signs the links in emails.
  await vi.waitFor(async () => expect(await desk.rows('select from secrets')).not.toEqual([]), {
    timeout: 40_000,
    interval: 100,
  })
})
afterAll(() => desk.close())

/** Returns complete and valid input, because invalid input would only test validation. */
function inputOf(name: EndpointName): LooseInput {
  const isReceipt = name === 'getReceipt' || name === 'getReceiptPdf'
  const isMail = name === 'getMail' || name === 'getMailHtml'
  const own = isReceipt ? receiptId : isMail ? mailId : name === 'getFirm' ? firmId : subjects.id
  const id = idsOfDeals[name] ?? own
  const loanId = name === 'getOwnFunding' ? id : subjects.loanId
  return sampleInput(name, { ...subjects, id, loanId })
}

const reads = rowsOfTheTable.filter(([, row]) => row.method === 'GET')

describe.each(roles)('requests that read data: %s', (role) => {
  it.each(reads)("doesn't change the database on a call to %s", async (name) => {
    security('3.5.3')
    const before = await fingerprintBut(desk, record)
    const { status, text } = await callers[role].send(name, inputOf(name))
    // The keys in these examples are unknown, the example document isn't a workbook, and administrators owe no money.
    const isUnknown = [
      ...['getCalendarFeed', 'getMailSwitch', 'getDocumentSheet', 'getInvitation'],
      'getOwnFunding',
    ].includes(name)
    if (role === 'admin') expect(status, text).toBe(isUnknown ? 404 : 200)
    expect(await fingerprintBut(desk, record)).toEqual(before)
  })
})

it('compares every table except those of the audit trail', async () => {
  const names = (await fingerprintBut(desk, record)).map(({ name }) => name)
  for (const table of ['users', 'loans', 'commitments', 'sessions', 'uploads', 'secrets'])
    expect(names).toContain(table)
  expect(desk.errors).toEqual([])
})
