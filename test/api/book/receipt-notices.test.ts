import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { factsOfReceipt } from '#domain/book/receipt-facts.ts'
import { receiptReference } from '#domain/book/receipts.ts'
import { formatCents, formatShare, parseMoney } from '#domain/money.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'

let server: MailServer
let desk: Desk
let olga: Person
let lena: Person
beforeAll(async () => {
  server = await startMailServer()
  desk = await openDesk({
    RATE_LIMIT: 'off',
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://desk.example.com',
  })
  olga = await desk.makeAdmin({ lastName: 'North' })
})
beforeEach(async () => {
  lena = await desk.makeLender()
})
afterAll(async () => {
  await desk.close()
  await server.close()
})
afterEach(() => expect(desk.errors).toEqual([]))

const own = (id: string) => ({ params: { id } })
const commit = (person: Person, loan: { id: string }, percentage: string, isSoftCommit = 'true') =>
  person.call('createCommitment', {
    body: { loanId: loan.id, percentage, isSoftCommit: isSoftCommit === 'true' ? 'true' : 'false' },
  })
async function receiptsOf(person: Person) {
  const all = await person.call('listNotifications')
  return all
    .filter(({ receiptId }) => receiptId !== null)
    .map(({ type, message, receiptId }) => ({ type, message, receiptId }))
    .toReversed()
}
/** The default timeout of one second can be too short on a busy machine. */
const mailOf = (person: Person, subject: string) =>
  vi.waitFor(
    () => {
      const found = server.mailsTo(person.email).find((mail) => mail.subject.startsWith(subject))
      if (!found) throw new Error(`No email ${subject}`)
      return found
    },
    { timeout: 60_000, interval: 20 },
  )

it("notifies the lender of each action exactly once, with the action's receipt", async () => {
  const loan = await desk.makeLoan()
  const made = await commit(lena, loan, '20')
  const changed = await lena.call('changeCommitment', {
    ...own(made.id),
    body: { percentage: '25' },
  })
  await lena.call('changeCommitment', { ...own(made.id), body: { percentage: '25' } })
  const bound = await lena.call('makeCommitmentBinding', { ...own(made.id), body: {} })
  const other = await commit(lena, loan, '5')
  const withdrawn = await lena.call('withdrawCommitment', own(other.id))
  const firm = await commit(lena, loan, '10', 'false')
  const released = await olga.call('releaseCommitment', {
    ...own(firm.id),
    body: { reason: 'Agreed.' },
  })
  const to = 'Pier 4 Warehouse'
  expect(await receiptsOf(lena)).toEqual([
    {
      ...{ type: 'receipt', receiptId: made.receiptId },
      message: `You indicated 20% ($200,000.00) of ${to}, not binding. Receipt ${receiptReference(made.receiptId)}`,
    },
    {
      ...{ type: 'receipt', receiptId: changed.receiptId },
      message: `You changed your soft commitment to ${to} from 20% ($200,000.00) to 25% ($250,000.00). Receipt ${receiptReference(changed.receiptId ?? '')}`,
    },
    {
      ...{ type: 'receipt', receiptId: bound.receiptId },
      message: `You made your soft commitment of 25% ($250,000.00) to ${to} binding. Receipt ${receiptReference(bound.receiptId)}`,
    },
    {
      ...{ type: 'receipt', receiptId: other.receiptId },
      message: `You indicated 5% ($50,000.00) of ${to}, not binding. Receipt ${receiptReference(other.receiptId)}`,
    },
    {
      ...{ type: 'receipt', receiptId: withdrawn.receiptId },
      message: `You withdrew your soft commitment of 5% ($50,000.00) to ${to}. Receipt ${receiptReference(withdrawn.receiptId)}`,
    },
    {
      ...{ type: 'receipt', receiptId: firm.receiptId },
      message: `You committed 10% ($100,000.00) of ${to}, binding. Receipt ${receiptReference(firm.receiptId)}`,
    },
    {
      ...{ type: 'commitmentReleased', receiptId: released.receiptId },
      message: `Your commitment of 10% ($100,000.00) to ${to} was released: Agreed.`,
    },
  ])
  expect(await receiptsOf(olga)).toEqual([])
})

it('notifies lenders of commitments recorded for them, and administrators of changes to their own positions', async () => {
  const loan = await desk.makeLoan()
  const recorded = await olga.call('recordCommitment', {
    params: { loanId: loan.id },
    body: { loanId: loan.id, lenderId: lena.id, percentage: '10' },
  })
  expect(await receiptsOf(lena)).toEqual([
    {
      ...{ type: 'commitmentRecorded', receiptId: recorded.receiptId },
      message:
        'Olga North recorded a commitment for you: 10% ($100,000.00) of Pier 4 Warehouse, binding',
    },
  ])
  const forItself = await commit(olga, loan, '10', 'false')
  const released = await olga.call('releaseCommitment', {
    ...own(forItself.id),
    body: { reason: 'Agreed.' },
  })
  expect((await receiptsOf(olga)).map(({ receiptId }) => receiptId)).toEqual([
    forItself.receiptId,
    released.receiptId,
  ])
})

it('sends no notification for a rejected action or a repeated idempotency key', async () => {
  const loan = await desk.makeLoan()
  const input = {
    body: { loanId: loan.id, percentage: '60' },
    headers: { 'idempotency-key': 'once' },
  }
  await Promise.all([1, 2, 3].map(() => lena.call('createCommitment', input)))
  expect(await lena.refusal('createCommitment', { body: input.body })).toMatch(/^409/)
  expect(await receiptsOf(lena)).toHaveLength(1)
})

it('emails the receipt with the stored amounts and a link to the receipt', async () => {
  const loan = await desk.makeLoan({ amount: '1234567.89', interestRate: '8.10', term: 1 })
  const { receiptId, id } = await commit(lena, loan, '7', 'false')
  const mail = await mailOf(lena, 'Receipt: 7% ($86,419.75) of Pier 4 Warehouse')
  const { receipt } = await lena.call('getReceipt', own(receiptId))
  const [stored] = await desk.rows<{ amount: string }>(
    'select amount from commitments where id = $1',
    [id],
  )
  const at = new Date(receipt.madeAt)
  const day = at.toLocaleDateString('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
  })
  const amount = formatCents(parseMoney(stored?.amount ?? '') ?? receipt.amount)
  expect(stored?.amount).toBe(receipt.amount)
  const [first, time = '', ...rest] = mail.text.split(/^ {2}Time: (.*)$/m)
  expect(first).toBe(`Hello Lena,

Pier 4 Warehouse

You committed 7% (${amount}), binding.
  Share: 7%, binding
  Amount: ${amount}
  Loan amount: $1,234,567.89
  Rate: 8.10%
  Term: 1 month
  Made by: Lena Brook
`)
  expect(amount).toBe('$86,419.75')
  expect(time).toMatch(new RegExp(`^${day} \\d{1,2}:\\d\\d:\\d\\d [AP]M UTC$`))
  expect(rest.join('')).toContain(`
  Reference: ${receiptReference(receiptId)}

Open Receipt:
https://desk.example.com/receipts/${receiptId}

You get this email because it's about your own commitments or your account.
Choose what we email you:
https://desk.example.com/profile
`)
})

it('sends all withdrawal receipts of a deactivated lender in one email, even if the lender has turned emails off', async () => {
  const luis = await desk.makeLender({ firstName: 'Luis' })
  await luis.call('updateProfile', {
    body: { firstName: 'Luis', lastName: 'Brook', notifyByEmail: 'false' },
  })
  const [one, two] = [await desk.makeLoan(), await desk.makeLoan({ title: 'Quay\n7', term: 1 })]
  await commit(luis, one, '20')
  await commit(luis, two, '7')
  await olga.call('deleteUser', own(luis.id))
  const mail = await mailOf(luis, 'Paripassu: Your soft commitments were withdrawn')
  expect(mail.text).toContain(`Hello,

Your account at Paripassu was deactivated, so you can't sign in anymore. Your soft commitments were withdrawn.
`)
  const withdrawn = await desk.rows<{ id: string }>(
    `select id from audit where person_id = $1 and kind = 'commitmentWithdrawn'`,
    [luis.id],
  )
  expect(withdrawn).toHaveLength(2)
  for (const { id } of withdrawn) {
    const { receipt } = await olga.call('getReceipt', own(id))
    const facts = factsOfReceipt(receipt).map(
      ([label, value]) => `\n  ${label}: ${value.replaceAll('\n', ' ')}`,
    )
    const part = `${formatShare(receipt.percent)} (${formatCents(receipt.amount)})`
    expect(mail.text).toContain(
      `\nYour soft commitment of ${part} to ${receipt.loanTitle.replaceAll('\n', ' ')} was withdrawn.${facts.join('')}\n`,
    )
    expect(facts.join('')).toContain('Made by: Olga North for Luis Brook')
  }
  expect(mail.text).toContain('If you have questions, or think this is a mistake, write to')
  expect(server.mailsTo(luis.email)).toHaveLength(1)
})

it('emails one receipt for a single withdrawal, and none if nothing was withdrawn', async () => {
  const [loan, other] = [await desk.makeLoan(), await desk.makeLender()]
  await commit(lena, loan, '20')
  await other.call('createMessage', { body: { loanId: loan.id, message: 'Is it let?' } })
  await olga.call('deleteUser', own(other.id))
  await olga.call('deleteUser', own(lena.id))
  const mail = await mailOf(lena, 'Paripassu: Your soft commitment was withdrawn')
  expect(mail.text).toContain('Your soft commitment was withdrawn.')
  expect(server.mailsTo(other.email)).toEqual([])
})

it('emails the receipt for a release, including the reason, unless the lender has turned emails off', async () => {
  const loan = await desk.makeLoan()
  const { id } = await commit(lena, loan, '10', 'false')
  const luis = await desk.makeLender({ firstName: 'Luis' })
  await luis.call('updateProfile', {
    body: { firstName: 'Luis', lastName: 'Brook', notifyByEmail: 'false' },
  })
  const silent = await commit(luis, loan, '10', 'false')
  await olga.call('releaseCommitment', { ...own(id), body: { reason: 'Two\nlines' } })
  const released = await mailOf(lena, 'Released: 10% ($100,000.00) of Pier 4 Warehouse')
  expect(released.text).toContain('\n  Reason: Two lines\n')
  expect(await receiptsOf(luis)).toMatchObject([{ receiptId: silent.receiptId }])
  expect(server.mailsTo(luis.email)).toEqual([])
})
