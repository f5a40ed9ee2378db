import type { AdminSummary } from '#contract/notifications/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { RefetchOnMount } from '#web/api/RefetchOnMount.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/Tabs.tsx'
import { lazy, Suspense, type ComponentType } from 'react'
import { adminTabs, type AdminTab } from './admin-state.ts'
import { ManageLoans } from '#web/loans/components/ManageLoans.tsx'
import { useAdminState } from './use-admin-state.ts'

/**
 * The administrators' tabs, with counts once they are known. Other administrators change the same data,
 * so each tab refetches its list when it is opened.
 */
export function AdminTabs({ summary }: { summary: AdminSummary | undefined }) {
  const { state, change } = useAdminState()
  const { Content } = tabs[state.tab]
  return (
    <Tabs
      value={state.tab}
      onValueChange={(value) =>
        // One tab's search and filter do not apply to another.
        change({ tab: adminTabs.find((tab) => tab === value) ?? 'loans', search: '', loan: '' })
      }
    >
      <TabList label="Administration">
        {adminTabs.map((tab) => {
          const { name, count } = tabs[tab]
          return (
            <Tab key={tab} value={tab} count={count && summary?.[count]}>
              {name}
            </Tab>
          )
        })}
      </TabList>
      <TabPanel value={state.tab}>
        <PartBoundary key={state.tab}>
          <Suspense fallback={<Spinner className="justify-start!" />}>
            {/* Refetched with the tab's list, so that the figures agree with it. */}
            <RefetchOnMount key={state.tab} query={endpointQuery('getAdminSummary')} />
            <Content />
          </Suspense>
        </PartBoundary>
      </TabPanel>
    </Tabs>
  )
}

interface AdminTabPart {
  name: string
  /** The figure of the summary shown beside the name. */
  count?: keyof AdminSummary
  Content: ComponentType
}

// Loaded on demand: most visits are about loans.
const tabs: Record<AdminTab, AdminTabPart> = {
  loans: { name: 'Manage Loans', Content: ManageLoans },
  documents: {
    name: 'Documents',
    count: 'documents',
    Content: lazy(async () => ({
      default: (await import('#web/documents/components/DocumentsTab.tsx')).DocumentsTab,
    })),
  },
  photos: {
    name: 'Photos',
    count: 'photos',
    Content: lazy(async () => ({
      default: (await import('#web/documents/components/PhotosTab.tsx')).PhotosTab,
    })),
  },
  notifications: {
    name: 'Notifications',
    count: 'unreadNotifications',
    Content: lazy(async () => ({
      default: (await import('#web/notifications/components/ActivityNotifications.tsx'))
        .ActivityNotifications,
    })),
  },
  users: {
    name: 'Manage Users',
    Content: lazy(async () => ({
      default: (await import('#web/accounts/components/ManageUsers.tsx')).ManageUsers,
    })),
  },
  pending: {
    name: 'Pending Approvals',
    count: 'pendingUsers',
    Content: lazy(async () => ({
      default: (await import('#web/accounts/components/PendingApprovals.tsx')).PendingApprovals,
    })),
  },
}
