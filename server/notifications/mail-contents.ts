import { asTeaser } from '#domain/audience/as-teaser.ts'
import { toFlag } from '#contract/wire.ts'
import { notFound } from '#server/errors.ts'
import { mails } from '#server/database/schema/notifications.ts'
import type { Context } from '#server/http/mount.ts'
import { findAnyLoan } from '#server/loans/read-loans.ts'
import { isLinkMail } from '#server/mail/link-mails.ts'
import { writeMail } from '#server/mail/mail-content.ts'
import { eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { describeNotices } from './mailing/describe-notices.ts'

type Caller = Context<'admin'>

export async function readMailText({ db }: Caller, id: string) {
  const { recipient, subject, body, html, kind } = await findContent(db, id)
  return {
    ...{ id, recipient, subject },
    // The body is empty if the email contains a link that gives access to an account, or if it isn't written yet.
    body: body === '' ? null : body,
    hasHtml: toFlag(html !== null),
    hasSecret: toFlag(isLinkMail(kind)),
  }
}

export async function sendMailHtml({ db, reply }: Caller, id: string): Promise<FastifyReply> {
  const { html } = await findContent(db, id)
  if (html === null) throw notFound('The email')
  return sendHtml(reply, html)
}

export async function sendNewLoanMail(
  { db, config, reply }: Caller,
  id: string,
): Promise<FastifyReply> {
  const found = await findAnyLoan(db, id)
  const loan = found.audience === 'teaser' ? asTeaser(found) : found
  const content = describeNotices(config, { firstName: '', isAdmin: false }, [
    {
      ...{ type: 'newLoan', kind: 'newLoans', loan, relatedLoanId: id, act: null },
      ...{ relatedUserId: null, receiptId: null, userName: null, own: null },
      message: loan.title,
    },
  ])
  return sendHtml(reply, (await writeMail(config, { ...content, name: null })).html)
}

async function findContent(db: Caller['db'], id: string) {
  const [row] = await db
    .select({
      recipient: mails.recipient,
      subject: mails.subject,
      body: mails.body,
      html: mails.html,
      kind: mails.kind,
    })
    .from(mails)
    .where(eq(mails.id, id))
  if (!row) throw notFound('The email')
  return row
}

/** The email can be framed only by this site's pages, can't run scripts, and can use only inline styles. */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

const sendHtml = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
