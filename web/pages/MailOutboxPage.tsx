import { endpointQuery } from '#web/api.ts'
import { AccessDenied } from '#web/components/AccessDenied.tsx'
import { FetchedPages } from '#web/components/FetchedPages.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/Tabs.tsx'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { mailPagesQuery, outboxQueries, type MailFilter } from './mail-outbox/mail-pages.ts'
import { MailTable } from './mail-outbox/MailTable.tsx'
import { useMailFilter } from './mail-outbox/use-mail-filter.ts'

/** What the desk mails: what waits, what went out, and what could not. */
export function MailOutboxPage() {
  const { isAdmin } = useSession()
  return isAdmin ? <Outbox /> : <AccessDenied />
}

function Outbox() {
  const { filter, choose } = useMailFilter()
  // Whoever comes here wants to know how it stands now.
  const { data: status, isFetching } = useQuery({
    ...endpointQuery('getMailStatus'),
    refetchOnMount: 'always',
  })
  const total = status && status.queued + status.sent + status.failed
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-title font-semibold tracking-tight">Mail Outbox</h1>
          <p className="max-w-prose text-pretty text-muted-foreground">
            {status ? ways[status.transport] : isFetching ? 'Loading...' : unknownWay}
          </p>
        </div>
        <RefreshButton busy={isFetching} />
      </header>
      <Tabs value={filter || 'all'} onValueChange={(tab) => choose(tab === 'all' ? '' : tab)}>
        <TabList label="State">
          <Tab value="all" count={total}>
            All
          </Tab>
          <Tab value="queued" count={status?.queued}>
            Queued
          </Tab>
          <Tab value="sent" count={status?.sent}>
            Sent
          </Tab>
          <Tab value="failed" count={status?.failed}>
            Failed
          </Tab>
        </TabList>
        <TabPanel value={filter || 'all'}>
          <Mails filter={filter} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

const ways = {
  smtp: 'Mail leaves through the mail server that SMTP_URL names. What it does not take is tried again, at growing intervals.',
  folder:
    'No mail server is set up (SMTP_URL is not set): mails are kept as files in the mail folder of the data directory, and reach nobody.',
}

const unknownWay = 'How mail leaves could not be loaded.'

/** The queue moves by itself, and nothing here asks by itself. */
function RefreshButton({ busy }: { busy: boolean }) {
  const client = useQueryClient()
  return (
    <Button
      variant="outline"
      busy={busy}
      onClick={() => {
        for (const { queryKey } of outboxQueries) void client.invalidateQueries({ queryKey })
      }}
    >
      <RefreshCw aria-hidden="true" />
      Refresh
    </Button>
  )
}

function Mails({ filter }: { filter: MailFilter }) {
  const query = useInfiniteQuery({ ...mailPagesQuery(filter), refetchOnMount: 'always' })
  return (
    <Card className="overflow-hidden">
      <FetchedPages
        query={query}
        failed="The mails could not be loaded"
        skeleton={
          <>
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </>
        }
        empty={<EmptyState {...empty[filter]} />}
      >
        {(mails) => <MailTable mails={mails} />}
      </FetchedPages>
    </Card>
  )
}

const empty: Record<MailFilter, { kind: 'nothing' | 'done'; title: string }> = {
  '': { kind: 'nothing', title: 'No mails yet' },
  queued: { kind: 'done', title: 'No mail is waiting' },
  sent: { kind: 'nothing', title: 'No mail has been sent yet' },
  failed: { kind: 'done', title: 'No mail has failed' },
}
