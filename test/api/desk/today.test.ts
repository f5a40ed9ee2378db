/** Each user's Today list. Completed tasks are removed from the list. */
import { noteBackup } from '#server/backup/last-backup.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let admin: Person
let lender: Person
let loan: Loan
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.rows('delete from loans')
  await desk.rows('delete from users where not is_approved')
  await desk.rows('delete from mails')
  lender = await desk.makeLender({ firstName: 'Rosa', lastName: 'Field' })
  loan = await desk.makeLoan()
})

const none = { items: [], count: 0 }
const instruction = { instructedBy: 'Rosa Field, by phone', instructedOn: '2026-01-05' }
const nothing = {
  admin: {
    approvals: none,
    questions: none,
    accessRequests: none,
    failedMails: none,
    oldBackups: none,
    missingMoney: none,
    due: none,
    openRounds: none,
    openTerms: none,
    oversubscribed: none,
    nearlyCovered: none,
    staleSoft: none,
  },
  lender: {
    ...{ openOffers: none, openTerms: none, dueMoney: none, firmable: none },
    ...{ answers: none, changedTerms: none, newDocuments: none },
  },
}

const forAdmin = () => admin.call('getAdminToday')
const forLender = (person = lender) => person.call('getToday')
const ask = (person: Person, message: string, recipientId?: string) =>
  person.call('createMessage', {
    body: { loanId: loan.id, message, ...(recipientId && { recipientId }) },
  })
const visit = (person = lender) => person.call('visitLoan', { params: { id: loan.id } })
const update = async (body: object) => {
  const { version } = await admin.call('getLoan', { params: { id: loan.id } })
  return admin.call('updateLoan', { params: { id: loan.id }, body: { version, ...body } })
}
const age = (table: string, days: number) =>
  desk.rows(`update ${table} set created_at = created_at - make_interval(days => ${days})`)

it('shows an empty Today list to every role if there are no open items', async () => {
  expect(await forAdmin()).toEqual(nothing.admin)
  expect(await forLender()).toEqual(nothing.lender)
})

describe('an administrator', () => {
  it('shows pending registrations in the Today list, oldest first, until they are approved', async () => {
    const first = await desk.makePending({ firstName: 'Ana', lastName: 'Lund' })
    const second = await desk.makePending()
    const { approvals } = await forAdmin()
    expect(approvals).toMatchObject({
      count: 2,
      items: [{ id: first.id, name: 'Ana Lund', email: first.email }, { id: second.id }],
    })
    await admin.call('approveUser', { params: { id: first.id } })
    expect((await forAdmin()).approvals).toMatchObject({ count: 1, items: [{ id: second.id }] })
  })

  it('shows five items of each type in the Today list and stops counting at a hundred', async () => {
    await desk.rows(
      `insert into users (id, email, password, first_name, last_name)
       select gen_random_uuid(), 'p' || n || '@example.com', 'none', 'Pat', 'Number' || n
       from generate_series(1, 120) n`,
    )
    const { approvals } = await forAdmin()
    expect(approvals.items).toHaveLength(5)
    expect(approvals.count).toBe(100)
    const whole = await admin.call('getAdminToday', { query: { limit: '100' } })
    expect([whole.approvals.items.length, whole.approvals.count]).toEqual([100, 100])
    expect((await admin.send('getAdminToday', { query: { limit: '101' } })).status).toBe(400)
  })

  it('shows unanswered questions grouped by lender and loan', async () => {
    const other = await desk.makeLender()
    await ask(lender, 'When is the closing?')
    await ask(lender, 'And who is the servicer?')
    await ask(other, 'Is there an appraisal?')
    await ask(admin, 'The closing is in May.')
    const { questions } = await forAdmin()
    expect(questions.count).toBe(2)
    expect(questions.items[0]).toMatchObject({
      loanId: loan.id,
      loanTitle: loan.title,
      lenderId: lender.id,
      lenderName: 'Rosa Field',
      lenderCompanyName: null,
      message: 'When is the closing?',
    })
    await ask(admin, 'In May; we service it.', lender.id)
    expect((await forAdmin()).questions.items).toMatchObject([{ lenderId: other.id }])
    await ask(lender, 'Thank you. And in which county?')
    expect((await forAdmin()).questions.count).toBe(2)
  })

  it('limits the questions in the Today list to those that administrators can answer', async () => {
    const gone = await desk.makeLender()
    const promoted = await desk.makeLender()
    const suspended = await desk.makeLender()
    const draft = await desk.makeLoan({ isDraft: 'true' })
    const askOften = (person: Person, of: Loan) =>
      desk.rows(
        `insert into messages (id, loan_id, user_id, message, from_admin, created_at)
         select gen_random_uuid(), $1, $2, 'Which county?', false, now() - n * interval '1 hour'
         from generate_series(1, 600) n`,
        [of.id, person.id],
      )
    await ask(lender, 'When is the closing?')
    await askOften(gone, loan)
    await askOften(promoted, loan)
    await askOften(suspended, loan)
    await askOften(lender, draft)
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    await desk.rows('update users set is_admin = true where id = $1', [promoted.id])
    await desk.rows('update users set is_approved = false where id = $1', [suspended.id])
    expect((await forAdmin()).questions).toMatchObject({
      ...{ count: 1, items: [{ loanId: loan.id, lenderId: lender.id }] },
    })
    const chatty = await desk.makeLender()
    await askOften(chatty, loan)
    const { questions } = await forAdmin()
    expect(questions.count).toBe(2)
    expect(questions.items.map(({ lenderId }) => lenderId)).toEqual([chatty.id, lender.id])
  })

  it('shows open requests for access in the Today list, oldest first, until they are answered', async () => {
    const params = { id: loan.id }
    await admin.call('setAudience', { params, body: { audience: 'teaser' } })
    const other = await desk.makeLender({ firstName: 'Ines', lastName: 'Falk' })
    const { id } = await lender.call('requestAccess', { params, body: {} })
    await age('access_requests', 1)
    await other.call('requestAccess', { params, body: { message: 'Please.' } })
    await other.call('updateProfile', { body: { companyName: 'Falk Partners' } })
    const row = { loanId: loan.id, loanTitle: loan.title }
    expect((await forAdmin()).accessRequests).toMatchObject({
      count: 2,
      items: [
        { ...row, id, firmName: 'Rosa Field' },
        { ...row, firmName: 'Falk Partners' },
      ],
    })
    await admin.call('refuseAccess', { params: { id }, body: {} })
    await other.call('withdrawAccessRequest', { params })
    expect((await forAdmin()).accessRequests).toEqual(none)
  })

  it('counts at most 100 questions in the Today list, even if more lenders have asked', async () => {
    await desk.rows(
      `with made as (
         insert into users (id, email, password, is_approved, first_name, last_name)
         select gen_random_uuid(), 'q' || n || '@example.com', 'none', true, 'Pat', 'Number' || n
         from generate_series(1, 120) n returning id
       )
       insert into messages (id, loan_id, user_id, message, from_admin)
       select gen_random_uuid(), $1, id, 'Which county?', false from made`,
      [loan.id],
    )
    const { questions } = await forAdmin()
    expect([questions.items.length, questions.count]).toEqual([5, 100])
  })

  it('shows oversubscribed loans and loans that are at least 90% committed in the Today list', async () => {
    const others = await Promise.all([desk.makeLoan(), desk.makeLoan()])
    const commit = (of: Loan, percentage: string, isSoftCommit: 'true' | 'false') =>
      desk.makeCommitment(lender, of, { percentage, isSoftCommit })
    await commit(loan, '60', 'true')
    await commit(loan, '41', 'false')
    await commit(others[0], '90', 'false')
    await commit(others[1], '89', 'false')
    const { oversubscribed, nearlyCovered } = await forAdmin()
    expect(oversubscribed).toEqual({
      count: 1,
      items: [
        {
          loanId: loan.id,
          loanTitle: loan.title,
          committedPercentage: '41.00',
          softPercentage: '60.00',
        },
      ],
    })
    expect(nearlyCovered).toMatchObject({ count: 1, items: [{ loanId: others[0].id }] })
    await update({ status: 'funded' })
    expect((await forAdmin()).oversubscribed).toEqual(none)
    await update({ status: 'open' })
    expect((await forAdmin()).oversubscribed.count).toBe(1)
  })

  it('shows soft commitments older than 14 days in the Today list until they are binding or withdrawn or the loan is funded', async () => {
    const held = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await age('commitments', 13)
    expect((await forAdmin()).staleSoft).toEqual(none)
    await age('commitments', 2)
    const { staleSoft } = await forAdmin()
    expect(staleSoft).toMatchObject({
      count: 1,
      items: [{ id: held.id, loanId: loan.id, lenderName: 'Rosa Field', percentage: '10.00' }],
    })
    await lender.call('withdrawCommitment', { params: { id: held.id } })
    expect((await forAdmin()).staleSoft).toEqual(none)
  })

  it('warns in the Today list that the last backup is more than a day old', async () => {
    expect((await forAdmin()).oldBackups).toEqual(none)
    await noteBackup(desk.db, { madeAt: new Date().toISOString() })
    expect((await forAdmin()).oldBackups).toEqual(none)
    await desk.rows("update last_backup set made_at = now() - interval '31 hours'")
    const { oldBackups } = await forAdmin()
    expect(oldBackups).toMatchObject({ count: 1 })
    const old = Date.now() - Date.parse(oldBackups.items[0]?.createdAt ?? '')
    expect(Math.round(old / 3_600_000)).toBe(31)
    await desk.rows("update last_backup set made_at = now() - interval '100 days'")
    expect((await forAdmin()).oldBackups).toMatchObject({ count: 1 })
    await noteBackup(desk.db, { madeAt: new Date().toISOString() })
    expect((await forAdmin()).oldBackups).toEqual(none)
  })

  it('shows permanently failed emails in the Today list until they are resent', async () => {
    await desk.rows(
      `insert into mails (id, recipient, subject, body, attempts, next_attempt_at, last_error)
       values (gen_random_uuid(), 'rosa@example.com', 'Your receipt', '', 10, now() + interval '1 day', null),
         (gen_random_uuid(), 'ana@example.com', 'Your receipt', '', 9, now() + interval '1 day', 'Busy'),
         (gen_random_uuid(), 'max@example.com', 'Your invitation', '', 10, now() + interval '1 day',
           'Not sent: the invitation was withdrawn, accepted or has expired')`,
    )
    const { failedMails } = await forAdmin()
    expect(failedMails).toMatchObject({ count: 1, items: [{ recipient: 'rosa@example.com' }] })
    await admin.call('resendMail', { params: { id: failedMails.items[0]?.id ?? '' } })
    expect((await forAdmin()).failedMails).toEqual(none)
  })
})

describe('a lender', () => {
  it("includes a lender's soft commitments in the Today list if they can be made binding, with each loan's available percentage", async () => {
    const held = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '95' })
    const { firmable } = await forLender()
    expect(firmable).toMatchObject({
      count: 1,
      items: [{ id: held.id, percentage: '10.00', loan: { committedPercentage: '95.00' } }],
    })
    await update({ status: 'funded' })
    expect(await forLender()).toEqual(nothing.lender)
  })

  it("lists as many of a lender's items as it counts, if asked for all", async () => {
    for (let n = 0; n < 7; n += 1)
      await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    const { firmable } = await forLender()
    expect([firmable.items.length, firmable.count]).toEqual([5, 7])
    const whole = await lender.call('getToday', { query: { limit: '100' } })
    expect([whole.firmable.items.length, whole.firmable.count]).toEqual([7, 7])
  })

  it("shows answers to a lender's questions in the Today list until they are marked as read", async () => {
    await ask(lender, 'When is the closing?')
    await ask(admin, 'In May.', lender.id)
    const { answers } = await forLender()
    expect(answers).toMatchObject({ count: 1, items: [{ loanId: loan.id, loanTitle: loan.title }] })
    await lender.call('markNotificationRead', { params: { id: answers.items[0]?.id ?? '' } })
    expect((await forLender()).answers).toEqual(none)
  })

  it('includes documents of held and favorite loans in the Today list if they were added after the last visit', async () => {
    await desk.makeDocument(loan)
    expect((await forLender()).newDocuments).toEqual(none)
    await lender.call('addFavorite', { body: { loanId: loan.id } })
    expect((await forLender()).newDocuments).toEqual(none)
    await desk.makeDocument(loan)
    await desk.makeDocument(loan)
    expect((await forLender()).newDocuments).toMatchObject({
      count: 1,
      items: [{ loanId: loan.id, loanTitle: loan.title, documents: 2, isHeld: 'false' }],
    })
    await visit()
    expect((await forLender()).newDocuments).toEqual(none)
    await desk.makeDocument(loan)
    await desk.makeCommitment(lender, loan)
    expect((await forLender()).newDocuments).toMatchObject({
      items: [{ documents: 1, isHeld: 'true' }],
    })
  })

  it('tells a lender in the Today list which terms have changed since the last visit', async () => {
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await visit()
    await update({ interestRate: '9.00' })
    await update({ interestRate: '9.25', term: 36 })
    expect((await forLender()).changedTerms).toMatchObject({
      count: 1,
      items: [
        {
          loanId: loan.id,
          before: { interestRate: loan.interestRate, term: loan.term },
          after: { interestRate: '9.25', term: 36 },
        },
      ],
    })
    await update({ interestRate: loan.interestRate, term: loan.term })
    expect((await forLender()).changedTerms).toEqual(none)
    await update({ amount: '3000000' })
    await visit()
    expect((await forLender()).changedTerms).toEqual(none)
  })

  it('omits term changes from the Today list if they were made before the lender committed, regardless of the last visit', async () => {
    await visit()
    await update({ interestRate: '9.00' })
    await desk.makeCommitment(lender, loan)
    expect((await forLender()).changedTerms).toEqual(none)
    await desk.makeDocument(loan)
    expect((await forLender()).newDocuments.count).toBe(1)
  })

  it('shows changed terms in the Today list even if an administrator later records a commitment for the lender', async () => {
    const record = (percentage: string) =>
      admin.call('recordCommitment', {
        params: { loanId: loan.id },
        body: {
          loanId: loan.id,
          lenderId: lender.id,
          percentage,
          isSoftCommit: 'true' as const,
          ...instruction,
        },
      })
    // Changes made before the lender's first commitment aren't shown to the lender.
    await update({ term: 48 })
    await record('10')
    expect((await forLender()).changedTerms).toEqual(none)
    await update({ interestRate: '9.00' })
    await record('5')
    expect((await forLender()).changedTerms).toMatchObject({
      items: [{ before: { interestRate: loan.interestRate }, after: { interestRate: '9.00' } }],
    })
    await visit()
    await update({ interestRate: '9.25' })
    await record('5')
    expect((await forLender()).changedTerms.items).toHaveLength(1)
  })

  it("shows no drafts, other lenders' items, or administrators' items in a lender's Today list", async () => {
    const other = await desk.makeLender()
    await desk.makeCommitment(other, loan, { isSoftCommit: 'true' })
    await ask(other, 'When is the closing?')
    await ask(admin, 'In May.', other.id)
    await desk.makeDocument(loan)
    expect(await forLender()).toEqual(nothing.lender)
    expect((await lender.send('getAdminToday')).status).toBe(403)
    const draft = await desk.makeLoan()
    await lender.call('addFavorite', { body: { loanId: draft.id } })
    await desk.makeDocument(draft)
    expect((await forLender()).newDocuments.count).toBe(1)
    await admin.call('unpublishLoan', { params: { id: draft.id }, body: {} })
    expect(await forLender()).toEqual(nothing.lender)
  })

  it('rejects requests for the Today list from pending lenders and visitors', async () => {
    expect((await (await desk.makePending()).send('getToday')).status).toBe(403)
    expect((await desk.visitor().send('getToday')).status).toBe(401)
  })
})
