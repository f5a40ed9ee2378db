import type { Database } from '#server/database/client.ts'
import { sendNext } from '#server/mail/outbox.ts'
import type { MailTransport } from '#server/mail/transport.ts'
import type { NoticeSender } from '#server/notifications/mailing/contents.ts'
import { queueDigests, queueMails } from '#server/notifications/mailing/queue-mails.ts'
import { describeMail } from '#server/notifications/mailing/describe-mail.ts'
import { mailStopMs } from '#server/stop-limits.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Job } from './runner.ts'

interface Parts {
  db: Database
  transport: MailTransport
  sender: NoticeSender
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  everyMs?: number
}

export const mailOutbox = ({ everyMs = 15_000, ...parts }: Parts): Job => ({
  name: 'mailOutbox',
  everyMs,
  atStart: true,
  steps: [
    {
      run: () => queueMails(parts.db, parts.sender),
      failure: "Notifications couldn't be put into the outbox",
    },
    {
      run: () => queueDigests(parts.db, parts.sender),
      failure: "Daily digests couldn't be put into the outbox",
    },
    {
      // Each step sends only the email that has been due for the longest time.
      run: () =>
        sendNext({
          ...parts,
          describeNotices: (mail) => describeMail(parts.db, parts.sender, mail),
        }),
      failure: "The outbox couldn't be read or written",
    },
  ],
  restMs: 300,
  // If this limit interrupts sending, the email is sent again.
  stopMs: mailStopMs,
  close: () => parts.transport.close(),
})
