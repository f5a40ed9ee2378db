/** Emails of every type, delivered to a mail server, for tests of their appearance and delivery. */
import { closingMessages } from './closing-messages.ts'
import { batchedTypes } from '#domain/notifications/mail-kinds.ts'
import type { Person } from '#test/support/builders.ts'
import type { Desk } from '#test/support/desk.ts'
import { expect, vi } from 'vitest'

const longTitle = 'Cumberland Crossing Distribution Center, Phases II and III, Building 4'

/** Sends the emails through the desk's mail server, and waits until the server has accepted all of them. */
export async function sendEveryMail(desk: Desk): Promise<void> {
  const admin = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Reyes' })
  const lender = await desk.makeLender({ firstName: 'Maximiliana', lastName: 'Featherstonehaugh' })
  await queueEveryMail(desk, admin, lender)
  await desk.rows('update mails set next_attempt_at = now() where sent_at is null')
  await admin.call('sendTestMail')
  await vi.waitFor(
    async () => {
      const [found] = await desk.rows<{ waiting: number; kinds: number }>(
        `select count(*) filter (where sent_at is null)::int as waiting,
           count(distinct kind) filter (where sent_at is not null)::int as kinds from mails`,
      )
      // The three additional emails are the digest, the invitation, and the password link.
      expect(found).toEqual({ waiting: 0, kinds: batchedTypes.length + 3 })
    },
    // Documents wait ten seconds for others of their batch, and both queueing and sending can wait for their next round.
    { timeout: 90_000, interval: 50 },
  )
}

/** Creates at least one email of every type, one with several notifications, a digest, and emails without a type. */
async function queueEveryMail(desk: Desk, admin: Person, lender: Person) {
  const quiet = { notifyByEmail: 'false' } as const
  await lender.call('updateProfile', { body: quiet })
  const loan = await desk.makeLoan({
    ...{ title: 'Quarry Street Flats', amount: '12500000.00', interestRate: '8.10', ltv: '64.80' },
    ...{ propertyType: 'Multifamily', propertyAddress: '14 Quarry Street, Savannah, GA 31401' },
    ...{ noiInPlace: '1180000.00', commitmentDeadline: '2030-12-05T22:00:00.000Z' },
    closingDate: '2030-12-19',
  })
  const long = await desk.makeLoan({ title: longTitle, amount: '48250000.00' })
  const soft = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true', percentage: '15' })
  await desk.rows('update notifications set mail_handled_at = now()')
  await desk.rows('delete from mails')
  await lender.call('updateProfile', { body: { notifyByEmail: 'true' } })
  const notify = (
    person: Person,
    type: string,
    message: string,
    {
      loanId = loan.id,
      userId = lender.id,
      receiptId = null,
    }: { loanId?: string | null; userId?: string | null; receiptId?: string | null } = {},
  ) =>
    desk.rows(
      `insert into notifications (id, user_id, type, related_loan_id, related_user_id, receipt_id, message)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
      [person.id, type, loanId, userId, receiptId, message],
    )
  const own = { receiptId: soft.id }
  await notify(
    admin,
    'registration',
    'Theo Lindqvist (theo.lindqvist@a-very-long-company-name-of-lenders.example) registered and awaits approval',
    { loanId: null },
  )
  await notify(
    admin,
    'commitmentMade',
    'Theo Lindqvist committed 10% ($1,250,000.00) of Quarry Street Flats, binding',
  )
  await notify(
    admin,
    'commitmentChanged',
    'Theo Lindqvist changed a soft commitment to Quarry Street Flats from 5% ($625,000.00) to 10% ($1,250,000.00)',
  )
  await notify(
    admin,
    'lenderPassed',
    'Theo Lindqvist passed on Quarry Street Flats: Rate. “Too thin for us.”',
  )
  await notify(
    admin,
    'loanFullyCommitted',
    'Quarry Street Flats is fully committed: lenders are bound to all of its $12,500,000.00',
  )
  await notify(
    admin,
    'question',
    'Theo Lindqvist asks on Quarry Street Flats: Is the rent roll from June or July?',
  )
  await notify(
    admin,
    'accessAsked',
    'A Very Long Company Name of Lenders (Theo Lindqvist) asks for access to Quarry Street Flats',
  )
  await notify(lender, 'approved', 'Your account was approved. You can now commit to loans.', {
    loanId: null,
  })
  await notify(
    lender,
    'newLoan',
    'Quarry Street Flats: $12,500,000 at 8.10% for 24 months. Matches your saved filters “Georgia” and “Multifamily under $20M”',
  )
  for (const each of [loan, long])
    for (const name of ['"Rent Roll.xlsx"', '"Appraisal_2026-11-02_final_signed_version.pdf"'])
      await notify(lender, 'documentAdded', `${name} was added to ${each.title}`, {
        loanId: each.id,
      })
  await notify(
    lender,
    'reply',
    'Olga Reyes answers you on Quarry Street Flats: July. The June one is in the data room too.',
    { userId: admin.id },
  )
  await notify(
    lender,
    'announcement',
    'Olga Reyes announces on Quarry Street Flats: Closing moves to Dec 19.',
    { userId: admin.id },
  )
  await notify(
    lender,
    'termsChanged',
    'The terms of Quarry Street Flats changed: rate from 8.00% to 8.10%. Your soft commitment follows them; you may change or withdraw it.',
  )
  await notify(
    lender,
    'amountRounded',
    'Your binding amount in Quarry Street Flats is now $1,875,000.01: the loan is fully committed, and its amounts add up to the cent',
  )
  await notify(
    lender,
    'receipt',
    'You indicated 15% ($1,875,000.00) of Quarry Street Flats, not binding. Receipt 1234',
    own,
  )
  await notify(
    lender,
    'commitmentRecorded',
    'Olga Reyes recorded an indication for you: 15% ($1,875,000.00) of Quarry Street Flats, not binding',
    own,
  )
  await notify(lender, 'commitmentWithdrawn', 'Olga Reyes withdrew your soft commitment', own)
  await notify(lender, 'commitmentMadeBinding', 'Olga Reyes made your soft commitment binding', own)
  await notify(
    lender,
    'commitmentReleased',
    'Your commitment was released: the borrower repaid early',
    own,
  )
  await notify(
    lender,
    'loanRemoved',
    `${longTitle} was removed, along with your commitment to it.`,
    { loanId: null, userId: null },
  )

  await notify(
    admin,
    'termsAnswered',
    'Theo Lindqvist confirmed the new terms of Quarry Street Flats: 15% ($1,875,000.00)',
  )
  await notify(
    lender,
    'termsProposed',
    'New terms are proposed for Quarry Street Flats: interest rate from 8.10% to 8.50%. Please confirm by May 9, 2027, 5:00 PM EDT; without your confirmation your commitment ends when the new terms take effect. Your share: 15% ($1,875,000.00)',
  )
  await notify(
    lender,
    'termsSoon',
    'Your time to confirm the new terms of Quarry Street Flats ends in 24 hours; without your confirmation your commitment ends when the new terms take effect',
  )
  await notify(
    lender,
    'termsApplied',
    'The new terms of Quarry Street Flats are in effect: interest rate from 8.10% to 8.50%. Your commitment of 15% is now $1,875,000.00',
  )
  await notify(
    lender,
    'termsCancelled',
    'The new terms that were proposed for Quarry Street Flats are canceled. Your commitment stays as it is',
  )
  await notify(
    lender,
    'commitmentLapsed',
    "Your commitment of 15% ($1,875,000.00) to Quarry Street Flats lapsed: the new terms weren't confirmed",
    own,
  )
  await notify(
    admin,
    'offerAnswered',
    'Theo Lindqvist accepted 18.22% ($2,277,500.00) of Quarry Street Flats',
  )
  await notify(
    admin,
    'deadlinePassed',
    'The commitment deadline of Quarry Street Flats has passed: 142% is covered',
  )
  await notify(
    lender,
    'deadlineSoon',
    'Commitments to Quarry Street Flats are taken until Dec 5, 2030, 5:00 PM EST',
  )
  await notify(
    lender,
    'allocated',
    'You are offered 18.22% ($2,277,500.00) of Quarry Street Flats. Answer by Dec 5, 2030, 5:00 PM EST',
  )
  await notify(lender, 'offerSoon', 'Your offer on Quarry Street Flats ends in 24 hours')
  await notify(
    lender,
    'offerEnded',
    'Your offer on Quarry Street Flats was recalled. Your soft commitment of 15% ($1,875,000.00) stays as it was',
  )
  await notify(lender, 'accessGranted', 'Your firm has access to Quarry Street Flats now')
  await notify(lender, 'accessRefused', 'Your firm gets no access to Quarry Street Flats')
  for (const [type, message] of closingMessages.lender) await notify(lender, type, message)
  for (const [type, message] of closingMessages.admin) await notify(admin, type, message)
  await notify(lender, 'firmMemberJoined', 'Theo Lindqvist joined your firm as a viewer', {
    loanId: null,
  })

  const daily = await desk.makeLender({ firstName: 'Dora' })
  for (const kind of ['newLoans', 'questions', 'documents'] as const)
    await daily.call('setMailChoice', { body: { kind, timing: 'daily' } })
  await notify(daily, 'newLoan', `${longTitle}: $48,250,000 at 7.25% for 24 months`, {
    loanId: long.id,
  })
  await notify(daily, 'newLoan', 'Quarry Street Flats: $12,500,000 at 8.10% for 24 months')
  await notify(daily, 'documentAdded', '"Survey.pdf" was added to Quarry Street Flats')
  await notify(daily, 'reply', 'Olga Reyes answers you on Quarry Street Flats: In July.')
  await desk.rows(
    "update notifications set created_at = created_at - interval '1 day' where user_id = $1",
    [daily.id],
  )

  await desk.visitor().call('requestPasswordReset', { body: { email: lender.email } })
  await admin.call('createInvitations', {
    body: { emails: ['new.lender@bank.example'], note: 'We met in Boston.' },
  })
  await admin.call('createResetLink', { params: { id: lender.id } })
  const pending = await desk.makePending()
  await admin.call('deleteUser', { params: { id: pending.id }, query: { isPending: 'true' } })
  const leaving = await desk.makeLender()
  await desk.makeCommitment(leaving, long, { isSoftCommit: 'true', percentage: '5' })
  await admin.call('deleteUser', { params: { id: leaving.id } })
}
