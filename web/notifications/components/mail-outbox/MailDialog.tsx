import type { Mail } from '#contract/notifications/shapes.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { MailFrame } from '#web/ui/display/MailFrame.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/display/Tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { SendAgain } from './MailTable.tsx'
import {
  describeRecipient,
  describeSendingAgain,
  describeTime,
  mailStateLabels,
} from './use-mail-filter.ts'

interface MailDialogProps {
  mail: Mail
  isDelivered: boolean
  onClose: () => void
}

export function MailDialog({ mail, isDelivered, onClose }: MailDialogProps) {
  const text = useQuery(endpointQuery('getMail', { params: { id: mail.id } }))
  const { data } = text
  const [version, setVersion] = useState('html')
  const hint = describeSendingAgain(mail, isDelivered)
  const hintId = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.subject ?? mail.subject}
      description={
        <>
          To{' '}
          {mail.lender && (
            <>
              <Link
                href={paths.adminLender(mail.lender.lenderId)}
                className="font-medium text-primary underline-offset-4 hover:underline"
              >
                {describeRecipient(mail)}
              </Link>{' '}
              ·{' '}
            </>
          )}
          <span className="wrap-anywhere">{mail.recipient}</span>
          <span className="block">
            {mailStateLabels[mail.state]} · {describeTime(mail)}
            {mail.attempts > 1 && ` · ${mail.attempts} attempts`}
          </span>
          {mail.lastError && (
            <span className="mt-1 block text-pretty text-destructive">
              Last error: {mail.lastError}
            </span>
          )}
        </>
      }
      footer={
        <>
          {hint && (
            <p
              id={hintId}
              className="min-w-full text-[0.8125rem] text-pretty text-muted-foreground sm:text-right"
            >
              {hint}
            </p>
          )}
          <SendAgain
            mail={mail}
            isDelivered={isDelivered}
            describedBy={hint ? hintId : undefined}
          />
        </>
      }
      size="l"
      firstFocus="close"
    >
      {text.error ? (
        <ErrorCard
          title="The email couldn't be loaded"
          message={errorMessage(text.error, text.error.message)}
          busy={text.isFetching}
          onRetry={() => void text.refetch()}
        />
      ) : !data ? (
        <Spinner className="py-16" />
      ) : data.body === null ? (
        <p className="py-6 text-pretty text-muted-foreground">
          {data.hasSecret === 'true'
            ? "This email has a link that gives access to an account, so we don't keep its text."
            : "This email is written when it's sent, for what its reader may see by then."}
        </p>
      ) : data.hasHtml === 'true' ? (
        <Tabs value={version} onValueChange={setVersion} className="flex h-full flex-col">
          <TabList label="Version" className="shrink-0 [--surface:var(--popover)]">
            <Tab value="html">As Shown</Tab>
            <Tab value="text">As Text</Tab>
          </TabList>
          <TabPanel value="html" className="min-h-0 flex-1">
            <MailFrame src={`/api/admin/mails/${mail.id}/html`} title={data.subject} />
          </TabPanel>
          <TabPanel value="text">
            <PlainText>{data.body}</PlainText>
          </TabPanel>
        </Tabs>
      ) : (
        <PlainText>{data.body}</PlainText>
      )}
    </Dialog>
  )
}

const PlainText = ({ children }: { children: string }) => (
  <pre className="rounded-lg border bg-card p-4 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
    {children}
  </pre>
)
