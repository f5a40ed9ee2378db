/** The list of a loan's lenders for administrators: stage, last action, share, and next action. */
import { randomUUID } from 'node:crypto'
import type { LoanLender } from '#contract/book/lenders.ts'
import type { Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const lendersOf = ({ id }: { id: string }) => olga.call('listLoanLenders', { params: { id } })
async function rowOf(who: { id: string }, loan: { id: string }): Promise<LoanLender> {
  const row = (await lendersOf(loan)).lenders.find(({ lenderId }) => lenderId === who.id)
  if (!row) throw new Error('The lender has no row')
  return row
}
const stageOf = async (who: { id: string }, loan: { id: string }) => {
  const { stage, next, lastSign } = await rowOf(who, loan)
  return { stage, next, sign: lastSign?.kind ?? null }
}
const read = (who: Person, { fileUrl }: { fileUrl: string }) =>
  who.request('GET', `/objects/${fileUrl}`)
const visit = (who: Person, { id }: { id: string }) => who.call('visitLoan', { params: { id } })
const ask = (who: Person, loan: { id: string }, recipientId?: string) =>
  who.call('createMessage', { body: { loanId: loan.id, message: 'When?', recipientId } })

it("shows each of a lender's stages, from notified to binding", async () => {
  const loan = await desk.makeLoan()
  const papers = [
    await desk.makeDocument(loan, { filename: 'Appraisal.pdf' }),
    await desk.makeDocument(loan, { filename: 'Survey.pdf' }),
  ]
  const [first] = papers
  if (!first) throw new Error('No document')
  const now = () => stageOf(lena, loan)
  expect(await now()).toEqual({ stage: 'notified', next: 'remind', sign: 'notified' })
  await visit(lena, loan)
  expect(await now()).toEqual({ stage: 'opened', next: 'remind', sign: 'opened' })
  await read(lena, first)
  await read(lena, first)
  expect(await now()).toEqual({ stage: 'reading', next: 'remind', sign: 'documentViewed' })
  expect(await rowOf(lena, loan)).toMatchObject({
    opened: [first.id],
    lastSign: { document: 'Appraisal.pdf' },
    askedAt: null,
    writtenAt: null,
  })
  await ask(lena, loan)
  expect(await now()).toEqual({ stage: 'asked', next: 'answer', sign: 'asked' })
  expect((await rowOf(lena, loan)).askedAt).not.toBeNull()
  await ask(olga, loan, lena.id)
  expect(await now()).toEqual({ stage: 'asked', next: 'remind', sign: 'asked' })
  expect((await rowOf(lena, loan)).writtenAt).not.toBeNull()
  const fields = { percentage: '15', isSoftCommit: 'true' } as const
  const soft = await desk.makeCommitment(lena, loan, fields)
  expect(await now()).toEqual({ stage: 'soft', next: 'askToFirmUp', sign: 'indicated' })
  await lena.call('makeCommitmentBinding', {
    params: { id: soft.id },
    body: { amount: soft.amount },
  })
  expect(await now()).toEqual({ stage: 'binding', next: null, sign: 'commitmentMadeBinding' })
  expect(await rowOf(lena, loan)).toMatchObject({
    lenderName: 'Lena Brook',
    bindingPercentage: '15.00',
    bindingAmount: soft.amount,
    softPercentage: '0.00',
    softAmount: '0.00',
    pass: null,
  })
  expect((await lendersOf(loan)).documents.map(({ filename }) => filename)).toEqual([
    'Survey.pdf',
    'Appraisal.pdf',
  ])
})

it('shows a pass with its reason, and shows the earlier stage again after the pass is withdrawn', async () => {
  const loan = await desk.makeLoan()
  const params = { id: loan.id }
  await visit(luis, loan)
  await luis.call('passOnLoan', { params, body: { reason: 'market', comment: 'Not Ohio.' } })
  expect(await stageOf(luis, loan)).toEqual({ stage: 'passed', next: null, sign: 'lenderPassed' })
  expect((await rowOf(luis, loan)).pass).toMatchObject({ reason: 'market', comment: 'Not Ohio.' })
  await luis.call('takeBackPass', { params })
  expect(await stageOf(luis, loan)).toEqual({
    stage: 'opened',
    next: 'remind',
    sign: 'passTakenBack',
  })
})

it('lists every approved lender and holder once, starting with the lenders to call first', async () => {
  const loan = await desk.makeLoan()
  const late = await desk.makeLender()
  const pending = await desk.makePending()
  const gone = await desk.makeLender()
  await desk.makeCommitment(gone, loan, { percentage: '3' })
  await desk.makeCommitment(olga, loan, { percentage: '4' })
  await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
  for (const percentage of ['5', '6'])
    await desk.makeCommitment(lena, loan, { percentage, isSoftCommit: 'true' })
  await ask(luis, loan)
  const { lenders } = await lendersOf(loan)
  const ids = lenders.map(({ lenderId }) => lenderId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.slice(0, 2)).toEqual([luis.id, lena.id])
  expect(ids).not.toContain(pending.id)
  expect(ids.indexOf(late.id)).toBeLessThan(ids.indexOf(gone.id))
  expect(lenders[1]).toMatchObject({ softPercentage: '11.00', isReachable: 'true' })
  for (const { id } of [gone, olga])
    expect(lenders.find(({ lenderId }) => lenderId === id)).toMatchObject({
      stage: 'binding',
      isReachable: 'false',
      next: null,
    })
  await desk.rows('update users set deactivated_at = now() where id = $1', [late.id])
  expect((await lendersOf(loan)).lenders.map(({ lenderId }) => lenderId)).not.toContain(late.id)
})

it('shows lenders as notified only if they were notified, and ignores a retracted notification', async () => {
  const draft = await desk.makeLoan({ isDraft: 'true' })
  const params = { id: draft.id }
  expect(await stageOf(lena, draft)).toEqual({ stage: 'notNotified', next: null, sign: null })
  await olga.call('publishLoan', { params, body: {} })
  expect((await stageOf(lena, draft)).stage).toBe('notified')
  const late = await desk.makeLender()
  expect(await stageOf(late, draft)).toEqual({ stage: 'notNotified', next: 'remind', sign: null })
  await ask(olga, draft, late.id)
  expect((await stageOf(late, draft)).stage).toBe('notified')
  await olga.call('unpublishLoan', { params, body: {} })
  expect((await stageOf(lena, draft)).stage).toBe('notNotified')
})

it('ignores deleted documents and withdrawn shares, and suggests no reminder for a funded loan', async () => {
  const loan = await desk.makeLoan()
  const paper = await desk.makeDocument(loan)
  await read(lena, paper)
  await olga.call('deleteDocument', { params: { id: paper.id } })
  const fields = { percentage: '5', isSoftCommit: 'true' } as const
  const soft = await desk.makeCommitment(lena, loan, fields)
  await lena.call('withdrawCommitment', { params: { id: soft.id } })
  expect(await stageOf(lena, loan)).toEqual({
    stage: 'notified',
    next: 'remind',
    sign: 'commitmentWithdrawn',
  })
  await olga.call('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
  expect((await stageOf(lena, loan)).next).toBeNull()
})

it("returns shares and amounts that add up to the book's totals", async () => {
  const loan = await desk.makeLoan({ amount: '1000000.01' })
  for (const [who, percentage, isSoftCommit] of [
    [lena, '10', 'true'],
    [luis, '40', 'true'],
    [lena, '33', 'false'],
    [luis, '34', 'false'],
  ] as const)
    await desk.makeCommitment(who, loan, { percentage, isSoftCommit })
  const cents = (texts: string[]) =>
    texts.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n)
  const { lenders } = await lendersOf(loan)
  const { totals } = await olga.call('getBookTotals', { params: { id: loan.id } })
  for (const figure of [
    'bindingPercentage',
    'bindingAmount',
    'softPercentage',
    'softAmount',
  ] as const)
    expect(cents(lenders.map((lender) => lender[figure]))).toBe(cents([totals[figure]]))
})

it("returns 404 for a missing loan's lenders", async () => {
  const params = { id: randomUUID() }
  expect(await olga.refusal('listLoanLenders', { params })).toBe('404: The loan was not found')
})
