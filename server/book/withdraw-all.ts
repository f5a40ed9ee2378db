import { randomUUID } from 'node:crypto'
import type { Party } from '#domain/book/act-entries.ts'
import { withdrawSoftOf } from '#domain/book/settle.ts'
import { describeAct, type ActEntry } from '#domain/book/receipt-facts.ts'
import { formatPart } from '#domain/money.ts'
import type { Transaction } from '#server/database/client.ts'
import { audit } from '#server/database/schema/audit.ts'
import { insertMails } from '#server/mail/insert-mails.ts'
import { onOneLine, writeMail, type MailSection, type Sender } from '#server/mail/mail-content.ts'
import { actColumns, contactParagraph, figuresOfReceipt } from '#server/mail/mail-texts.ts'
import { sql } from 'drizzle-orm'
import { answerOffers } from './offers/answer-offers.ts'
import { changesOfBook, type LockedBooks } from './with-book.ts'

/**
 * Withdraws a lender's soft commitments from books that were locked with `softOf`, and declines its offers. `writeBooks`
 * stores the commitments. In the audit entries, the actor is the administrator who deletes or deactivates the account.
 */
export async function withdrawAllSoft(
  tx: Transaction,
  { at, books, people }: LockedBooks,
  firmId: string,
  actor: Party,
) {
  const ended = books
    .map((book) => withdrawSoftOf(book, { actor, firmId, people, at }, randomUUID))
    .filter(({ stored }) => stored.length > 0)
  const endedRounds = await answerOffers(
    tx,
    ended.flatMap(({ answers }) => answers),
  )
  return {
    loans: ended.map(({ loan }) => loan),
    stored: ended.flatMap(({ stored }) => stored),
    entries: [...ended.flatMap(({ entries }) => entries), ...endedRounds],
    changes: ended.flatMap(({ loan }) => changesOfBook(loan.id, [])),
  }
}

/**
 * Queues an email to the lender for each withdrawal, with the figures of the receipt, in the same transaction. Ignores
 * the email setting, because a deactivated user gets no notifications and can't sign in.
 */
export async function mailWithdrawals(
  tx: Transaction,
  sender: Sender,
  { email }: { email: string },
  receiptIds: readonly string[],
): Promise<void> {
  const { company } = sender
  const { rows } = await tx.execute<{ act: ActEntry }>(sql`
    select ${actColumns} as act from ${audit}
    where ${audit.id} = any(${sql.param([...receiptIds])}::uuid[])
    order by ${audit.at}, ${audit.id}`)
  const what = rows.length === 1 ? 'soft commitment was' : 'soft commitments were'
  const subject = `${company.name}: Your ${what} withdrawn`
  const written = await writeMail(sender, {
    subject,
    title: `Your ${what} withdrawn`,
    name: null,
    sections: [
      {
        sentences: [
          `Your account at ${company.name} was deactivated, so you can't sign in anymore. Your ${what} withdrawn.`,
        ],
      },
      ...rows.map(({ act }) => toSection(sender, act)),
    ],
    remarks: [contactParagraph(sender)],
  })
  await insertMails(tx, [{ recipient: email, ...written }])
}

function toSection({ company }: Sender, act: ActEntry): MailSection {
  const facts = describeAct(act, company.name)
  if (!facts) throw new Error(`No receipt can be made of the withdrawal ${act.id}`)
  const part = formatPart(facts.percent, facts.amount)
  return {
    sentences: [`Your soft commitment of ${part} to ${onOneLine(facts.loanTitle)} was withdrawn.`],
    figures: figuresOfReceipt(facts),
  }
}
