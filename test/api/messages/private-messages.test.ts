/** One message that is sent to several lenders at once, as a separate private message to each. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import type { Person } from '#test/support/builders.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()

const messagesOf = (who: Person, { id: loanId }: { id: string }) =>
  who.call('listLoanMessages', { params: { loanId } })
const send = (loan: { id: string }, ...people: { id: string }[]) => ({
  body: {
    loanId: loan.id,
    message: 'Are you ready to commit?',
    recipientIds: people.map(({ id }) => id),
  },
})

it("sends each lender one private message, and counts the lender's open questions as answered", async () => {
  const loan = await desk.makeLoan({ title: 'Alder Point' })
  const mei = await desk.makeLender()
  const body = { loanId: loan.id, message: 'When is closing?' }
  for (const who of [lena, mei]) await who.call('createMessage', { body })
  const sent = await olga.call('createPrivateMessages', send(loan, lena, luis, lena))
  expect(sent).toEqual({ sent: 2 })

  for (const who of [lena, luis]) {
    const private_ = (await messagesOf(who, loan)).filter(({ isAdmin }) => isAdmin === 'true')
    expect(private_.map(({ recipientId, message }) => [recipientId, message])).toEqual([
      [who.id, 'Are you ready to commit?'],
    ])
    expect(await noticesOf(who, loan)).toContain(
      `reply: ${olga.firstName} North writes to you about Alder Point: Are you ready to commit?`,
    )
  }
  expect(JSON.stringify(await messagesOf(mei, loan))).not.toContain('Are you ready')
  expect((await noticesOf(mei, loan)).join()).not.toContain('writes to you')

  const { questions } = await olga.call('getAdminToday')
  expect(questions.items.filter(({ loanId }) => loanId === loan.id)).toMatchObject([
    { lenderId: mei.id },
  ])
})

it('sends no messages if any lender is unreachable', async () => {
  const loan = await desk.makeLoan()
  const pending = await desk.makePending({ firstName: 'Paul', lastName: 'Waits' })
  const gone = await desk.makeLender({ firstName: 'Gina', lastName: 'Left' })
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  const refused = (who: { id: string }) =>
    olga.refusal('createPrivateMessages', send(loan, lena, who))
  expect(await refused(pending)).toBe(
    "409: Paul Waits can't read messages: the account awaits approval. Approve it, then send the message.",
  )
  expect(await refused(gone)).toBe(
    "409: Gina Left can't read messages: the account is deactivated. Reactivate it, then send the message.",
  )
  for (const nobody of [{ id: randomUUID() }, olga])
    expect(await refused(nobody)).toBe('404: The lender was not found')
  expect(await messagesOf(olga, loan)).toEqual([])
})

it('requires a published loan, a message text, and at least one lender', async () => {
  const draft = await desk.makeLoan({ isDraft: 'true' })
  expect(await olga.refusal('createPrivateMessages', send(draft, lena))).toBe(
    '409: This loan is a draft. Publish it first.',
  )
  const loan = await desk.makeLoan()
  for (const change of [{ recipientIds: [] }, { message: ' ' }, { recipientIds: ['x'] }]) {
    const { body } = send(loan, lena)
    const reply = await olga.send('createPrivateMessages', { body: { ...body, ...change } })
    expect(reply.status).toBe(400)
  }
  expect(await olga.refusal('createPrivateMessages', send({ id: randomUUID() }, lena))).toBe(
    '404: The loan was not found',
  )
})

it('sends private messages only once if the request is repeated with the same key', async () => {
  const loan = await desk.makeLoan()
  const headers = { 'idempotency-key': randomUUID() }
  for (let time = 0; time < 2; time += 1)
    await olga.call('createPrivateMessages', { ...send(loan, lena, luis), headers })
  expect(await messagesOf(olga, loan)).toHaveLength(2)
})
