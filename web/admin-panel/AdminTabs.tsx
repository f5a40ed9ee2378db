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
 * What an administrator works on, a tab each; the counts come when they are known. Others work too,
 * so that each tab reads what it lists anew when it is opened.
 */
export function AdminTabs({ summary }: { summary: AdminSummary | undefined }) {
  const { state, change } = useAdminState()
  const { Content } = tabs[state.tab]
  return (
    <Tabs
      value={state.tab}
      onValueChange={(value) =>
        // What one tab is narrowed to says nothing about another.
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
            {/* Together with what the tab lists, so that the figures agree with it. */}
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
  /** Which figure of the summary stands beside the name. */
  count?: keyof AdminSummary
  Content: ComponentType
}

// Most visits are about the loans: what the other tabs need is loaded when they are opened.
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
