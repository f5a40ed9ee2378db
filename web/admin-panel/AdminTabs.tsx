import type { AdminSummary } from '#contract/notifications/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { RefetchOnMount } from '#web/api/RefetchOnMount.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/display/Tabs.tsx'
import type { ComponentType } from 'react'
import { adminTabs, type AdminTab } from './admin-state.ts'
import { ManageUsers } from '#web/accounts/components/ManageUsers.tsx'
import { PendingApprovals } from '#web/accounts/components/PendingApprovals.tsx'
import { DocumentsTab } from '#web/documents/components/DocumentsTab.tsx'
import { PhotosTab } from '#web/documents/components/PhotosTab.tsx'
import { ActivityNotifications } from '#web/notifications/components/ActivityNotifications.tsx'
import { ManageLoans } from '#web/loans/components/ManageLoans.tsx'
import { useAdminState } from './use-admin-state.ts'

/** Tabs with counts. Each tab reloads its list when opened, because other administrators change the same data. */
export function AdminTabs({ summary }: { summary: AdminSummary | undefined }) {
  const { state, change } = useAdminState()
  const { Content } = tabs[state.tab]
  return (
    <Tabs
      value={state.tab}
      onValueChange={(value) =>
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
          <Content />
        </PartBoundary>
      </TabPanel>
    </Tabs>
  )
}

interface AdminTabPart {
  name: string
  count?: keyof AdminSummary
  Content: ComponentType
}

/** Reloads the summary together with the tab's list so that the counts match the list. */
function withSummary(Content: ComponentType) {
  return () => (
    <>
      <RefetchOnMount query={endpointQuery('getAdminSummary')} />
      <Content />
    </>
  )
}

const tabs: Record<AdminTab, AdminTabPart> = {
  loans: { name: 'Manage Loans', Content: withSummary(ManageLoans) },
  documents: { name: 'Documents', count: 'documents', Content: withSummary(DocumentsTab) },
  photos: { name: 'Photos', count: 'photos', Content: withSummary(PhotosTab) },
  notifications: {
    name: 'Notifications',
    count: 'unreadNotifications',
    Content: withSummary(ActivityNotifications),
  },
  users: { name: 'Manage Users', Content: withSummary(ManageUsers) },
  pending: {
    name: 'Pending Approvals',
    count: 'pendingUsers',
    Content: withSummary(PendingApprovals),
  },
}
