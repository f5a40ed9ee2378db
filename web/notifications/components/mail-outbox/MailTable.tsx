import { ChevronDown } from 'lucide-react'
import type { Mail } from '#contract/notifications/shapes.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'
import { describeRecipient, describeTime, mailStateLabels } from './use-mail-filter.ts'

interface MailTableProps {
  mails: Mail[]
  isDelivered: boolean
  onOpen: (mail: Mail) => void
}

export function MailTable({ mails, isDelivered, onOpen }: MailTableProps) {
  return (
    <Table label="Emails">
      <TableHead className="max-sm:sr-only">
        <HeaderCell>Email</HeaderCell>
        <HeaderCell className="max-sm:hidden">State</HeaderCell>
        <HeaderCell className="max-lg:hidden">When</HeaderCell>
        <HeaderCell numeric className="max-sm:hidden">
          Actions
        </HeaderCell>
      </TableHead>
      <TableBody>
        {withEqualFolded(mails).map((equal) => (
          <MailRows key={equal[0].id} mails={equal} isDelivered={isDelivered} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  )
}

const foldedMs = 10 * 60_000

/** Groups delivered emails with the same subject that were queued within minutes, such as those about a new loan. */
function withEqualFolded(mails: readonly Mail[]): [Mail, ...Mail[]][] {
  const groups: [Mail, ...Mail[]][] = []
  for (const mail of mails) {
    const group = groups.find(
      ([newest]) =>
        newest.subject === mail.subject &&
        newest.state === mail.state &&
        Date.parse(newest.createdAt) - Date.parse(mail.createdAt) <= foldedMs,
    )
    if (group && mail.state !== 'failed') group.push(mail)
    else groups.push([mail])
  }
  return groups
}

type MailRowsProps = Omit<MailRowProps, 'mail'> & { mails: [Mail, ...Mail[]] }

/** Equal emails are one row, which expands to show them. */
function MailRows({ mails, ...given }: MailRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const [newest] = mails
  if (mails.length === 1) return <MailRow mail={newest} {...given} />
  return (
    <>
      <TableRow>
        <Cell className="w-full">
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex w-full items-start gap-2 text-left"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown
              aria-hidden="true"
              className={cx('mt-0.5 size-4 shrink-0', isOpen && 'rotate-180')}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-pretty wrap-anywhere">{newest.subject}</span>
              <StateLine mail={newest} />
              <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
                {mails.length} emails: {describeRecipients(mails)}
                <span className="contents lg:hidden">
                  <When mail={newest} />
                </span>
              </span>
              {!isOpen && <LastError mail={newest} />}
            </span>
          </button>
        </Cell>
        <Cell className="whitespace-nowrap max-sm:hidden">
          <State mail={newest} />
        </Cell>
        <Cell className="max-lg:hidden">
          <When mail={newest} />
        </Cell>
        <Cell className="max-sm:hidden" />
      </TableRow>
      {isOpen && mails.map((mail) => <MailRow key={mail.id} mail={mail} isInGroup {...given} />)}
    </>
  )
}

/** Returns text such as "Caleb Hart, Daniel Okafor and 21 more". */
function describeRecipients(mails: readonly Mail[]): string {
  const names = [...new Set(mails.map(({ lender, recipient }) => lender?.lenderName ?? recipient))]
  const more = names.length - 2
  const shown = more > 1 ? [...names.slice(0, 2), `${more} more`] : names
  return new Intl.ListFormat('en-US', { type: 'conjunction' })
    .format(shown)
    .replace(/, and /, ' and ')
}

interface MailRowProps {
  mail: Mail
  /** True below a row that shows the subject, so the recipient comes first. */
  isInGroup?: boolean
  isDelivered: boolean
  onOpen: (mail: Mail) => void
}

function MailRow({ mail, isInGroup = false, isDelivered, onOpen }: MailRowProps) {
  const { recipient, lender, subject } = mail
  const sendAgain = <SendAgain mail={mail} isDelivered={isDelivered} size="s" />
  return (
    <TableRow>
      <Cell className={cx('w-full max-sm:max-w-0', isInGroup && 'pl-10.5!')}>
        <button
          type="button"
          // The row itself isn't a button, because it contains another button.
          className="text-left font-medium text-pretty wrap-anywhere text-primary hover:underline"
          aria-label={`Open email: ${subject}, to ${recipient}`}
          onClick={() => onOpen(mail)}
        >
          {isInGroup ? describeRecipient(mail) : subject}
        </button>
        <StateLine mail={mail} />
        {(!isInGroup || lender) && (
          <span className="block wrap-anywhere text-muted-foreground max-sm:truncate">
            {!isInGroup && lender && `${describeRecipient(mail)} · `}
            {recipient}
          </span>
        )}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground lg:hidden">
          <When mail={mail} />
        </span>
        <LastError mail={mail} />
        {/* On phones, the button for an email that needs none is only in its dialog. */}
        {mail.state === 'failed' && <div className="mt-1.5 sm:hidden">{sendAgain}</div>}
      </Cell>
      <Cell className="whitespace-nowrap max-sm:hidden">
        <State mail={mail} />
      </Cell>
      <Cell className="max-lg:hidden">
        <When mail={mail} />
      </Cell>
      <Cell numeric className="max-sm:hidden">
        {sendAgain}
      </Cell>
    </TableRow>
  )
}

const LastError = ({ mail: { lastError } }: Pick<MailRowProps, 'mail'>) =>
  lastError && (
    <span className="mt-1 block text-[0.8125rem] text-pretty wrap-anywhere text-destructive">
      {lastError}
    </span>
  )

interface SendAgainProps extends Pick<MailRowProps, 'mail' | 'isDelivered'> {
  size?: 's'
  /** The id of a text about what sending again does. */
  describedBy?: string | undefined
}

export function SendAgain({ mail, isDelivered, size, describedBy }: SendAgainProps) {
  const { id, recipient, subject } = mail
  const send = useAction({
    act: () => call('resendMail', { params: { id } }),
    done: () => ({
      title: 'Email queued',
      description: isDelivered
        ? `It will be sent to ${recipient}.`
        : 'It will be saved to a file in data/mail.',
    }),
    failed: 'Failed to queue the email again',
  })
  return (
    <Button
      variant="outline"
      {...(size && { size })}
      aria-label={`Send again: ${subject} to ${recipient}`}
      aria-describedby={describedBy}
      busy={send.isPending}
      onClick={() => send.mutate()}
    >
      Send Again
    </Button>
  )
}

const State = ({ mail: { state, attempts } }: { mail: Mail }) => (
  <>
    <Badge tone={tones[state]}>{mailStateLabels[state]}</Badge>
    {attempts > 1 && (
      <span className="text-xs text-muted-foreground sm:block">{attempts} attempts</span>
    )}
  </>
)

/** On phones, the state is a separate line below the subject. */
const StateLine = ({ mail }: { mail: Mail }) => (
  <span className="mt-0.5 flex flex-wrap items-center gap-x-2 sm:hidden">
    <State mail={mail} />
  </span>
)

/** The time that the state is about. The time of creation is shown only if it is more than a minute earlier. */
function When({ mail }: { mail: Mail }) {
  const { createdAt, sentAt } = mail
  const isLate = !sentAt || Date.parse(sentAt) - Date.parse(createdAt) > 60_000
  return (
    <>
      <span className="whitespace-nowrap lg:block">{describeTime(mail)}</span>
      {isLate && (
        <span className="text-xs whitespace-nowrap text-muted-foreground lg:block">
          Created {formatTimestamp(createdAt)}
        </span>
      )}
    </>
  )
}

const tones: Record<Mail['state'], BadgeTone> = {
  queued: 'info',
  sent: 'success',
  // The color is neutral, because a saved email isn't delivered.
  saved: 'neutral',
  failed: 'warning',
}
