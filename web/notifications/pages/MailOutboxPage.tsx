import { RefreshCw } from 'lucide-react'
import type { Mail } from '#contract/notifications/shapes.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { refetchChanged } from '#web/live/refetch.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Notice } from '#web/ui/display/Notice.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/display/Tabs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TableCard } from '#web/ui/display/Table.tsx'
import {
  mailPagesQuery,
  mailStateLabels,
  type MailFilter,
  useMailFilter,
} from '#web/notifications/components/mail-outbox/use-mail-filter.ts'
import { MailTable } from '#web/notifications/components/mail-outbox/MailTable.tsx'

const MailDialog = onDemand(() =>
  import('#web/notifications/components/mail-outbox/MailDialog.tsx').then(
    (part) => part.MailDialog,
  ),
)

export function MailOutboxPage() {
  const { filter, choose, searchFor } = useMailFilter()
  const { data: status, isFetching } = useQuery({
    ...endpointQuery('getMailStatus'),
    refetchOnMount: 'always',
  })
  const total = status && status.queued + status.sent + status.saved + status.failed
  // Emails are "sent" only with a mail server, and "saved" only without one.
  const states = mailStates.filter(
    (state) =>
      state === filter.state ||
      !status ||
      status[state] > 0 ||
      state !== (status.transport === 'smtp' ? 'saved' : 'sent'),
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="text-title font-semibold tracking-tight">Mail Outbox</h1>
          {status?.transport !== 'folder' && (
            <p className="max-w-prose text-pretty text-muted-foreground">
              {status ? sentBySmtp : isFetching ? 'Loading...' : unknownWay}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {/* The button for test emails requires a mail server. */}
          {status?.transport === 'smtp' && <TestButton />}
          <RefreshButton busy={isFetching} />
        </div>
      </header>
      {status?.transport === 'folder' && (
        <Notice>
          <b className="font-semibold">Email isn't set up, so nothing is delivered.</b> Messages are
          saved in data/mail. Set SMTP_URL to send them. Until then, Send Again only saves a message
          once more.
        </Notice>
      )}
      <Tabs value={filter.state || 'all'} onValueChange={choose}>
        <TabList label="State">
          <Tab value="all" count={total}>
            All
          </Tab>
          {states.map((state) => (
            <Tab key={state} value={state} count={status?.[state]}>
              {tabLabels[state]}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={filter.state || 'all'}>
          <PartBoundary key={filter.state}>
            <Mails
              filter={filter}
              isDelivered={status?.transport !== 'folder'}
              onSearch={searchFor}
            />
          </PartBoundary>
        </TabPanel>
      </Tabs>
    </div>
  )
}

const sentBySmtp =
  'Email is sent through the server in SMTP_URL. If the server refuses an email, we retry it at growing intervals.'

const unknownWay = "How email is sent couldn't be loaded."

// Failed emails come first, because phones cut the last tab.
const mailStates = ['failed', 'queued', 'sent', 'saved'] as const
const tabLabels = { ...mailStateLabels, saved: 'Saved' }

function TestButton() {
  const send = useAction({
    act: () => call('sendTestMail'),
    done: ({ recipient }) => ({
      title: 'Test email queued',
      description: `It's being sent to ${recipient}. Its state shows in the list.`,
    }),
    failed: 'Failed to queue the test email',
  })
  return (
    <Button variant="outline" busy={send.isPending} onClick={() => send.mutate()}>
      Send Test Email
    </Button>
  )
}

/** Changes appear automatically. The button is needed only while the connection is broken. */
function RefreshButton({ busy }: { busy: boolean }) {
  const client = useQueryClient()
  return (
    <Button
      variant="outline"
      busy={busy}
      onClick={() => void refetchChanged(client, [{ topic: 'mails' }])}
    >
      <RefreshCw aria-hidden="true" />
      <span className="max-sm:sr-only">Refresh</span>
    </Button>
  )
}

interface MailsProps {
  filter: MailFilter
  isDelivered: boolean
  onSearch: (text: string) => void
}

function Mails({ filter, isDelivered, onSearch }: MailsProps) {
  const [opened, setOpened] = useState<Mail | null>(null)
  const query = useInfiniteQuery({
    ...mailPagesQuery(filter),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? []
  const shown = opened && (loaded.find(({ id }) => id === opened.id) ?? opened)
  return (
    <TableCard>
      <div className="border-b px-4.5 py-3">
        <div className="sm:w-80">
          <SearchBox
            label="Search emails"
            placeholder="Recipient, firm or subject..."
            search={filter.search}
            onSearch={onSearch}
          />
        </div>
      </div>
      <div aria-busy={query.isFetching} className={cx(query.isPlaceholderData && 'opacity-60')}>
        <FetchedPages
          query={query}
          failed="The emails couldn't be loaded"
          skeleton={<Skeletons count={3} className="h-10" />}
          empty={
            filter.search ? (
              <EmptyState
                kind="no-match"
                title="No emails found"
                text={`No ${filter.state ? `${mailStateLabels[filter.state].toLowerCase()} ` : ''}email has this recipient or subject.`}
              />
            ) : (
              <EmptyState {...empty[filter.state]} />
            )
          }
        >
          {(mails) => <MailTable mails={mails} isDelivered={isDelivered} onOpen={setOpened} />}
        </FetchedPages>
      </div>
      {shown && (
        <MailDialog mail={shown} isDelivered={isDelivered} onClose={() => setOpened(null)} />
      )}
    </TableCard>
  )
}

const empty: Record<MailFilter['state'], { kind: 'nothing' | 'done'; title: string }> = {
  '': { kind: 'nothing', title: 'No emails yet' },
  queued: { kind: 'done', title: 'No emails queued' },
  sent: { kind: 'nothing', title: 'No emails sent yet' },
  saved: { kind: 'nothing', title: 'No emails saved yet' },
  failed: { kind: 'done', title: 'No emails failed' },
}
