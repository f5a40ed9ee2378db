/** Responses, emails, events, and exports never show a lender another lender's name, stage, or pass. */

import type { EndpointName } from '#contract/endpoints.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { untilPassed } from '#test/support/passed-changes.ts'
import { openEvents } from '#test/support/event-stream.ts'
import { makeMailsOld, untilMailed, untilMailedAtOnce } from '#test/support/notices.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'
import { readWorkbook } from '#test/support/workbook.ts'
import type { Caller, Reply } from '#test/support/caller.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

/** The test skips calls that never end. It also skips calls that end the session or change how the lender signs in. */
const apart: EndpointName[] = [
  'streamEvents',
  'logout',
  'login',
  'endSession',
  'signOutEverywhere',
  'changePassword',
  'changeOwnEmail',
]

async function setStage() {
  const loan = await desk.makeLoan()
  const names = ['Quillfeather', 'Zimmerbaum'] as const
  const [passing, holding] = [
    await desk.makeLender({ firstName: 'Quentin', lastName: names[0] }),
    await desk.makeLender({ firstName: 'Zelda', lastName: names[1] }),
  ]
  for (const [who, company] of [
    [passing, 'Umbra Bank'],
    [holding, 'Penumbra Credit'],
  ] as const)
    await desk.rows('update users set company_name = $2 where id = $1', [who.id, company])
  const paper = await desk.makeDocument(loan)
  const secrets = [
    ...[...names, 'Quentin', 'Zelda', 'Umbra Bank', 'Penumbra Credit', 'Too much leverage here'],
    ...[passing.id, holding.id, passing.email, holding.email, 'Only for the two of you'],
  ]
  async function act() {
    const params = { id: loan.id }
    const body = { loanId: loan.id, message: 'Only for the two of you: why?' }
    for (const who of [passing, holding]) {
      await who.call('visitLoan', { params })
      await who.request('GET', `/objects/${paper.fileUrl}`)
      await who.call('createMessage', { body })
    }
    await olga.call('createPrivateMessages', {
      body: { ...body, recipientIds: [passing.id, holding.id] },
    })
    await passing.call('passOnLoan', {
      params,
      body: { reason: 'leverage', comment: 'Too much leverage here' },
    })
  }
  const hold = async () => {
    const soft = await desk.makeCommitment(holding, loan, { percentage: '5', isSoftCommit: 'true' })
    await desk.makeCommitment(holding, loan, { percentage: '7' })
    return soft
  }
  return { loan, passing, secrets, act, hold }
}

async function textOf({ bytes, headers, text }: Reply): Promise<string> {
  const type = headers['content-type'] ?? ''
  if (type.includes('spreadsheetml')) return JSON.stringify(await readWorkbook(bytes))
  if (type.includes('application/pdf')) return (await pdfTexts(bytes)).flat().join(' ')
  return text
}

// The test makes hundreds of calls, some of which hash passwords, so it needs more time than the default limit.
it(
  'returns no information about another lender from any endpoint that lenders and visitors can call',
  { timeout: 180_000 },
  async () => {
    const { loan, passing, secrets, act, hold } = await setStage()
    await act()
    const other = await hold()
    const own = await desk.makeCommitment(lena, loan, { percentage: '1', isSoftCommit: 'true' })
    await untilMailed(desk, lena)
    const callers: [string, Caller, string][] = [
      ['lender', lena, own.id],
      ['lender, for the record of another', lena, other.id],
      ['pending lender', await desk.makePending(), other.id],
      ['visitor', desk.visitor(), other.id],
    ]
    let answers = 0
    for (const [name, row] of rowsOfTheTable) {
      if (row.access === 'admin' || apart.includes(name)) continue
      for (const [who, caller, id] of callers) {
        const subjects = { loanId: loan.id, id, userId: lena.id, fileUrl: 'documents/none' }
        const reply = await caller.send(name, sampleInput(name, subjects))
        const text = await textOf(reply)
        for (const secret of secrets) expect(text, `${name} as ${who}`).not.toContain(secret)
        if (reply.status < 300) answers += 1
      }
    }
    // Many calls are rejected, because the example input isn't valid for every caller.
    expect(answers).toBeGreaterThan(60)
    for (const query of [{ search: 'Quillfeather' }, { search: 'Umbra' }])
      expect(await lena.call('listLoans', { query })).toEqual([])
    expect(await lena.call('getLoan', { params: { id: loan.id } })).not.toHaveProperty('pass')
    expect(await passing.call('getLoan', { params: { id: loan.id } })).toHaveProperty('pass')
  },
)

it("lets only administrators list a loan's lenders and message several lenders at once", async () => {
  const { loan, passing } = await setStage()
  const params = { id: loan.id }
  const body = { loanId: loan.id, message: 'Hello', recipientIds: [passing.id] }
  const forbidden = '403: You do not have permission to do this'
  expect(await lena.refusal('listLoanLenders', { params })).toBe(forbidden)
  expect(await lena.refusal('createPrivateMessages', { body })).toBe(forbidden)
})

it('sends other lenders no event, notification, or email when a lender opens a document, asks a question, or passes', async () => {
  const { loan, passing, secrets, act } = await setStage()
  const noticesBefore = await lena.call('listNotifications')
  await untilPassed(desk)
  const stream = await openEvents(lena)
  const ownStream = await openEvents(passing)
  await expect.poll(() => stream.events().length).toBeGreaterThanOrEqual(2)
  await act()
  await passing.call('takeBackPass', { params: { id: loan.id } })
  // This event goes to everyone. Once it arrives, all earlier events have arrived.
  const { id } = await desk.makeLoan()
  await expect.poll(stream.changes).toContain(`loans ${id}`)
  await expect.poll(ownStream.changes).toContain(`loans ${id}`)
  expect(stream.text()).not.toContain(loan.id)
  expect(ownStream.changes()).toContain(`book ${loan.id}`)
  for (const each of [stream, ownStream]) each.close()

  const notices = await lena.call('listNotifications')
  expect(notices.filter(({ relatedLoanId }) => relatedLoanId === loan.id)).toEqual(
    noticesBefore.filter(({ relatedLoanId }) => relatedLoanId === loan.id),
  )
  await makeMailsOld(desk)
  // A notification wakes the job that writes emails.
  await desk.makeLoan()
  for (const who of [lena, olga]) await untilMailedAtOnce(desk, who)
  const mailsTo = ({ email }: { email: string }) =>
    desk.rows('select subject, body from mails where recipient = $1', [email])
  const mails = await mailsTo(lena)
  expect(JSON.stringify(await mailsTo(olga))).toContain('Quillfeather')
  expect(mails.length).toBeGreaterThan(0)
  for (const secret of secrets) {
    expect(JSON.stringify(notices)).not.toContain(secret)
    expect(JSON.stringify(mails)).not.toContain(secret)
  }
})
