import type { Mail } from '#contract/notifications/shapes.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { mailStateLabels } from './use-mail-filter.ts'

interface MailTableProps {
  mails: Mail[]
  isDelivered: boolean
  onOpen: (mail: Mail) => void
}

export function MailTable({ mails, isDelivered, onOpen }: MailTableProps) {
  return (
    <Table label="Emails">
      <TableHead>
        <HeaderCell>Subject</HeaderCell>
        <HeaderCell className="max-2xl:hidden">Recipient</HeaderCell>
        <HeaderCell className="max-sm:hidden">State</HeaderCell>
        <HeaderCell className="max-lg:hidden">Created</HeaderCell>
        <HeaderCell className="max-lg:hidden">Sent / Next attempt</HeaderCell>
        <HeaderCell numeric className="max-lg:hidden">
          Attempts
        </HeaderCell>
        <HeaderCell numeric>Actions</HeaderCell>
      </TableHead>
      <TableBody>
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} isDelivered={isDelivered} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  )
}

interface MailRowProps {
  mail: Mail
  isDelivered: boolean
  onOpen: (mail: Mail) => void
}

function MailRow({ mail, isDelivered, onOpen }: MailRowProps) {
  const { recipient, subject, state, createdAt, attempts, lastError } = mail
  const send = useAction({
    act: () => call('resendMail', { params: { id: mail.id } }),
    done: () => ({
      title: 'Email queued',
      description: isDelivered
        ? `It will be sent to ${recipient}.`
        : 'It will be saved to a file in data/mail.',
    }),
    failed: 'Failed to queue the email again',
  })
  const tone = tones[state]
  return (
    <TableRow>
      <Cell className="w-full">
        <button
          type="button"
          // The row itself isn't a button, because it contains another button.
          className="text-left font-medium text-pretty wrap-anywhere text-primary hover:underline"
          aria-label={`Open email: ${subject}, to ${recipient}`}
          onClick={() => onOpen(mail)}
        >
          {subject}
        </button>
        <span className="block wrap-anywhere text-muted-foreground 2xl:hidden">{recipient}</span>
        <span className="mt-1 block sm:hidden">
          <Badge tone={tone}>{mailStateLabels[state]}</Badge>
        </span>
        <span className="block text-xs text-muted-foreground lg:hidden">
          Created {formatTimestamp(createdAt)} · {departure(mail)} · {counted(attempts)}
        </span>
        {lastError && (
          <span className="mt-1 block text-[0.8125rem] text-pretty wrap-anywhere text-destructive">
            {lastError}
          </span>
        )}
      </Cell>
      <Cell className="max-w-64 max-2xl:hidden">
        <Address>{recipient}</Address>
      </Cell>
      <Cell className="whitespace-nowrap max-sm:hidden">
        <Badge tone={tone}>{mailStateLabels[state]}</Badge>
      </Cell>
      <Cell className="min-w-28 max-lg:hidden">{formatTimestamp(createdAt)}</Cell>
      <Cell className="min-w-32 max-lg:hidden">{departure(mail)}</Cell>
      <Cell numeric className="max-lg:hidden">
        {attempts}
      </Cell>
      <Cell numeric>
        <Button
          variant="outline"
          size="s"
          aria-label={`Send again: ${subject} to ${recipient}`}
          busy={send.isPending}
          onClick={() => send.mutate()}
        >
          Send Again
        </Button>
      </Cell>
    </TableRow>
  )
}

/** Allows a line break before the @ so that a long email address doesn't break within a word. */
const Address = ({ children }: { children: string }) => (
  <span className="block truncate" title={children}>
    {children}
  </span>
)

function departure({ state, sentAt, nextAttemptAt }: Mail): string {
  if (sentAt) return `${state === 'saved' ? 'Saved' : 'Sent'} ${formatTimestamp(sentAt)}`
  return nextAttemptAt ? `Next ${formatTimestamp(nextAttemptAt)}` : 'No more attempts'
}

const counted = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`)

const tones: Record<Mail['state'], BadgeTone> = {
  queued: 'info',
  sent: 'success',
  // The color is neutral, because a saved email isn't delivered.
  saved: 'neutral',
  failed: 'warning',
}
