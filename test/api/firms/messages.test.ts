/** Messages, passes, notifications and events of a firm with two people. */
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { untilPassed } from '#test/support/passed-changes.ts'
import { openEvents } from '#test/support/event-stream.ts'
import { noticesOf } from '#test/support/notices.ts'
import type { Person } from '#test/support/builders.ts'
import { describe, expect, it } from 'vitest'

const { desk, olga, lena, luis: stranger } = await openDeskWithPeople({ RATE_LIMIT: 'off' })
const mei = await desk.makeColleague(lena, 'committer', { firstName: 'Mei', lastName: 'Tan' })

const textsOf = async (reader: Person, { id: loanId }: { id: string }) =>
  (await reader.call('listLoanMessages', { params: { loanId } })).map(({ message }) => message)
const write = (who: Person, loan: { id: string }, message: string, recipient?: Person) =>
  who.call('createMessage', {
    body: { loanId: loan.id, message, recipientId: recipient?.id ?? null },
  })

describe('messages', () => {
  it("shows a firm's questions and the answers to all of its people, and to no other firm", async () => {
    const loan = await desk.makeLoan()
    await write(lena, loan, 'When is closing?')
    await write(olga, loan, 'In May.', mei)
    await write(stranger, loan, 'What is the LTV?')
    await write(olga, loan, 'It is 61%.', stranger)
    await write(olga, loan, 'The appraisal is here.')
    const ours = ['When is closing?', 'In May.', 'The appraisal is here.']
    expect(await textsOf(lena, loan)).toEqual(ours)
    expect(await textsOf(mei, loan)).toEqual(ours)
    expect(await textsOf(stranger, loan)).toEqual([
      'What is the LTV?',
      'It is 61%.',
      'The appraisal is here.',
    ])
    expect(await textsOf(olga, loan)).toHaveLength(5)
  })

  it("counts an answer to a colleague as the answer to the firm's questions", async () => {
    const loan = await desk.makeLoan()
    await write(lena, loan, 'When is closing?')
    await write(stranger, loan, 'And for us?')
    await write(olga, loan, 'In May.', mei)
    const { questions } = await olga.call('getAdminToday')
    const open = questions.items.filter(({ loanId }) => loanId === loan.id)
    expect(open.map(({ lenderId }) => lenderId)).toEqual([stranger.id])
    const body = { loanId: loan.id, message: 'See above.', recipientIds: [stranger.id] }
    await olga.call('createPrivateMessages', { body })
    expect(await textsOf(mei, loan)).toEqual(['When is closing?', 'In May.'])
  })

  it("keeps a message with the firm when its author's account has gone to another firm", async () => {
    const [one, loan] = [await desk.makeLender(), await desk.makeLoan()]
    const other = await desk.makeColleague(one)
    await write(one, loan, 'When is closing?')
    await desk.rows(
      'update users set firm_id = (select firm_id from users where id = $2) where id = $1',
      [one.id, stranger.id],
    )
    expect(await textsOf(other, loan)).toEqual(['When is closing?'])
    expect(await textsOf(one, loan)).toEqual([])
  })
})

describe('passes', () => {
  const pass = (who: Person, { id }: { id: string }, reason: 'rate' | 'timing' = 'rate') =>
    who.call('passOnLoan', { params: { id }, body: { reason } })

  it('is the answer of the firm, and ends when a colleague takes it back or commits', async () => {
    const loan = await desk.makeLoan()
    const read = async (who: Person) => {
      const { pass: found, can } = await who.call('getLoan', { params: { id: loan.id } })
      return [found?.reason, can.includes('pass')]
    }
    await pass(lena, loan)
    expect(await read(mei)).toEqual(['rate', false])
    expect(await read(stranger)).toEqual([undefined, true])
    await mei.call('takeBackPass', { params: { id: loan.id } })
    expect(await read(lena)).toEqual([undefined, true])
    await pass(lena, loan)
    await pass(mei, loan, 'timing')
    const row = 'select lender_id as id from passes where loan_id = $1'
    expect(await desk.rows(row, [loan.id])).toEqual([{ id: mei.id }])
    await desk.makeCommitment(lena, loan, { percentage: '5' })
    expect(await desk.rows(row, [loan.id])).toEqual([])
    expect(
      await mei.refusal('passOnLoan', { params: { id: loan.id }, body: { reason: 'rate' } }),
    ).toMatch(/^409/)
  })
})

describe('notifications', () => {
  it('tells colleagues who acted for the firm, and the firm what administrators did', async () => {
    const loan = await desk.makeLoan({ title: 'Alder Point' })
    const fields = { percentage: '5', isSoftCommit: 'true' } as const
    const line = await desk.makeCommitment(lena, loan, fields)
    const params = { id: line.id }
    await mei.call('changeCommitment', { params, body: { percentage: '6' } })
    const byWord = { instructedBy: 'Lena Brook', instructedOn: '2026-11-20' }
    await olga.call('changeCommitmentOnBehalf', { params, body: { ...byWord, percentage: '7' } })
    await olga.call('updateLoan', { params: { id: loan.id }, body: { term: 36 } })
    await write(olga, loan, 'Welcome.', lena)
    await write(olga, loan, 'News for all.')
    const withoutReceipt = (all: string[]) =>
      all
        .filter((each) => !each.startsWith('newLoan'))
        .map((each) => each.replace(/ Receipt .*/, ''))
    const [ofLena, ofMei] = [
      withoutReceipt(await noticesOf(lena, loan)),
      withoutReceipt(await noticesOf(mei, loan)),
    ]
    expect(ofLena.slice(0, 2)).toEqual([
      'receipt: You indicated 5% ($50,000.00) of Alder Point, not binding.',
      "receipt: Mei Tan changed your firm's soft commitment to Alder Point from 5% ($50,000.00) to 6% ($60,000.00).",
    ])
    expect(ofMei.slice(0, 2)).toEqual([
      'receipt: Lena Brook indicated 5% ($50,000.00) of Alder Point, not binding.',
      'receipt: You changed your soft commitment to Alder Point from 5% ($50,000.00) to 6% ($60,000.00).',
    ])
    expect(ofLena).toContain('reply: Olga North answers you on Alder Point: Welcome.')
    const forColleague = (each: string) => each.replace('answers you on', 'answers your firm on')
    expect(ofMei.slice(2)).toEqual(ofLena.slice(2).map(forColleague))
    expect(ofMei.slice(2).map((each) => each.split(':')[0])).toEqual([
      'commitmentChanged',
      'termsChanged',
      'reply',
      'announcement',
    ])
    expect(withoutReceipt(await noticesOf(stranger, loan))).toEqual([])
    await olga.call('deleteLoan', { params: { id: loan.id } })
    for (const reader of [lena, mei])
      expect((await noticesOf(reader)).at(-1)).toMatch(/^loanRemoved: Alder Point/)
  })

  it("names the firm or the company of the asker in administrators' notifications", async () => {
    const loan = await desk.makeLoan({ title: 'Alder Point' })
    const one = await desk.makeLender({ firstName: 'Ada', lastName: 'Cole' })
    const questions = async () =>
      (await noticesOf(olga, loan)).filter((each) => each.startsWith('question'))
    await write(one, loan, 'One?')
    await desk.rows("update users set company_name = 'Cole Capital' where id = $1", [one.id])
    await write(one, loan, 'Two?')
    await one.call('updateOwnFirm', { body: { name: 'Alder Bank' } })
    await write(one, loan, 'Three?')
    expect(await questions()).toEqual([
      'question: Ada Cole asks on Alder Point: One?',
      'question: Cole Capital (Ada Cole) asks on Alder Point: Two?',
      'question: Alder Bank (Ada Cole) asks on Alder Point: Three?',
    ])
    await one.call('passOnLoan', { params: { id: loan.id }, body: { reason: 'rate' } })
    expect((await noticesOf(olga, loan)).at(-1)).toMatch(/^lenderPassed: Alder Bank \(Ada Cole\) /)
  })

  it('tells every person of the firm about a release and about moved cents', async () => {
    const loan = await desk.makeLoan({ amount: '1000.01' })
    const line = await desk.makeCommitment(lena, loan, { percentage: '50' })
    await desk.makeCommitment(stranger, loan, { percentage: '50' })
    await olga.call('releaseCommitment', { params: { id: line.id }, body: { reason: 'Agreed.' } })
    const kinds = (await noticesOf(mei, loan)).map((each) => each.split(':')[0])
    expect(kinds).toContain('commitmentReleased')
    const moved = (all: string[]) => all.filter((each) => each.startsWith('amountRounded'))
    const [ofMei, ofLena, ofStranger] = [
      moved(await noticesOf(mei, loan)),
      moved(await noticesOf(lena, loan)),
      moved(await noticesOf(stranger, loan)),
    ]
    expect(ofMei).toEqual(ofLena)
    expect(ofMei.length + ofStranger.length).toBeGreaterThan(0)
  })
})

it("sends events about the firm's position and messages to its people only", async () => {
  const loan = await desk.makeLoan()
  await untilPassed(desk)
  const streams = await Promise.all([lena, mei, stranger].map((reader) => openEvents(reader)))
  try {
    for (const stream of streams)
      await expect.poll(() => stream.events().length).toBeGreaterThanOrEqual(2)
    await desk.makeCommitment(lena, loan, { percentage: '5', isSoftCommit: 'true' })
    await write(olga, loan, 'Welcome.', mei)
    const [ofLena, ofMei, ofStranger] = streams
    for (const [stream, reader] of [
      [ofLena, lena],
      [ofMei, mei],
    ] as const) {
      await expect.poll(() => stream?.changes()).toContain(`book ${reader.id}`)
      await expect.poll(() => stream?.changes()).toContain(`messages ${loan.id}`)
    }
    await expect.poll(() => ofStranger?.changes()).toContain(`book ${loan.id}`)
    expect(ofStranger?.changes()).not.toContain(`messages ${loan.id}`)
    for (const { id } of [lena, mei]) expect(ofStranger?.text()).not.toContain(id)
  } finally {
    for (const stream of streams) stream.close()
  }
})
