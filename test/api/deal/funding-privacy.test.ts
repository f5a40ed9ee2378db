/** Nothing that a lender gets while a book is closed and funded names another lender, its share, or its money. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Register } from '#contract/deal/registers.ts'
import type { Person } from '#test/support/builders.ts'
import type { Reply } from '#test/support/caller.ts'
import { closeBook } from '#test/support/closed-books.ts'
import { someCall, someInstructions, today } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { untilMailedAtOnce } from '#test/support/notices.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'

let desk: Desk
let olga: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
})
afterAll(() => desk.close())

const accountNumber = '770011223344'

it('tells a lender nothing of the others, by any answer, paper or email, from closing to funding', async () => {
  const bea = await desk.makeLender({ firstName: 'Bea', lastName: 'Holm' })
  const others = [
    await desk.makeLender({ firstName: 'Quentin', lastName: 'Abernathy' }),
    await desk.makeLender({ firstName: 'Zelda', lastName: 'Yarrow' }),
  ] as const
  const loan = await desk.makeLoan({ amount: '10000000.00', title: 'Elm Street' })
  const params = { id: loan.id }
  const own = { params: { loanId: loan.id } }
  await desk.makeCommitment(bea, loan, { percentage: '11' })
  await desk.makeCommitment(others[0], loan, { percentage: '23' })
  await desk.makeCommitment(others[1], loan, { percentage: '37' })
  await desk.makeCommitment(others[1], loan, { percentage: '7', isSoftCommit: 'true' })
  const seen: string[] = []
  const read = async () => {
    const replies: Reply[] = [
      await bea.send('getLoan', { params }),
      await bea.send('listOwnRegisterEntries', {}),
      await bea.send('listOwnCommitments', { query: {} }),
      await bea.send('listOwnHistory', { query: {} }),
      await bea.send('listNotifications', {}),
      await bea.send('getOwnFunding', own),
      await bea.send('getToday', {}),
      await bea.send('getDeal', { params }),
      await bea.send('getFunding', { params }),
      await bea.send('listRegisters', { params }),
    ]
    seen.push(...replies.map(({ text }) => text))
    for (const { id } of await bea.call('listOwnRegisterEntries')) {
      const { bytes } = await bea.send('getCertificate', { params: { id } })
      const [file] = (await PDFDocument.load(bytes)).getAttachments()
      seen.push((await pdfTexts(bytes)).flat().join('\n'), Buffer.from(file?.data ?? []).toString())
    }
  }
  const firmOf = ({ entries }: Register, percentage: string) =>
    entries.find((entry) => entry.percentage === percentage)?.firmId ?? ''

  const register = await closeBook(olga, loan.id, { retainRest: 'true' })
  await read()
  const body = { ...someInstructions(olga), accountNumber }
  const { id } = await olga.call('createInstructions', { params, body })
  await olga.call('verifyInstructions', {
    params: { id },
    body: { ...someCall(), result: 'Right' },
  })
  await olga.call('sendInstructions', { params: { id } })
  await others[0].call('recordCallBack', { ...own, body: { version: 1, ...someCall() } })
  await read()
  const receive = (percentage: string, amount: string) =>
    olga.call('createFundsReceipt', {
      params,
      body: {
        firmId: firmOf(register, percentage),
        amount,
        receivedOn: today(),
        reference: 'FED 77',
      },
    })
  await receive('23.00', '2299975.00')
  await read()
  await receive('23.00', '25.00')
  await receive('11.00', '1100000.00')
  const takeOver = { firmId: firmOf(register, '37.00'), reason: 'No money came.' }
  await olga.call('takeOverShare', { params, body: takeOver })
  await read()
  await olga.call('updateLoan', { params, body: { status: 'funded' } })
  await read()

  await untilMailedAtOnce(desk, bea)
  const mails = await desk.rows<{ text: string }>(
    "select concat_ws(' ', subject, body, html) as text from mails where recipient = $1",
    [bea.email],
  )
  expect(mails.length).toBeGreaterThan(2)
  seen.push(...mails.map(({ text }) => text))
  const [first = ''] = seen
  expect(first).toContain('Elm Street')
  for (const text of seen)
    for (const foreign of [
      ...others.flatMap(({ lastName, firstName, email, id: personId }) => [
        ...[lastName, firstName, email, personId],
      ]),
      ...[firmOf(register, '23.00'), firmOf(register, '37.00')],
      ...['2300000', '2,300,000', '2299975', '2,299,975', '3700000', '3,700,000', '700000.00'],
      ...['23.00', '37.00', '23%', '37%', '7.00"', 'FED 77'],
    ])
      expect(text).not.toContain(foreign)
  // The account number is only in the lender's own answer.
  expect(seen.filter((text) => text.includes(accountNumber)).length).toBeGreaterThan(0)
  for (const text of mails) expect(text.text).not.toContain(accountNumber)
})
