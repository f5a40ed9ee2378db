import type { AdminSummary } from '#contract/notifications.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/Tabs.tsx'
import { lazy, Suspense, type ComponentType } from 'react'
import { adminTabs, type AdminTab } from './admin-state.ts'
import { ManageLoans } from './ManageLoans.tsx'
import { useAdminState } from './use-admin-state.ts'

/** What an administrator works on, a tab each; the counts come when they are known. */
export function AdminTabs({ summary }: { summary: AdminSummary | undefined }) {
  const { state, change } = useAdminState()
  const { Content } = tabs[state.tab]
  return (
    <Tabs
      value={state.tab}
      onValueChange={(value) => change({ tab: adminTabs.find((tab) => tab === value) ?? 'loans' })}
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
        <Suspense fallback={<Spinner className="justify-start!" />}>
          <Content />
        </Suspense>
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
    Content: lazy(async () => ({ default: (await import('./DocumentsTab.tsx')).DocumentsTab })),
  },
  photos: {
    name: 'Photos',
    count: 'photos',
    Content: lazy(async () => ({ default: (await import('./PhotosTab.tsx')).PhotosTab })),
  },
  notifications: {
    name: 'Notifications',
    count: 'unreadNotifications',
    Content: lazy(async () => ({
      default: (await import('#web/components/notifications/ActivityNotifications.tsx'))
        .ActivityNotifications,
    })),
  },
  users: {
    name: 'Manage Users',
    Content: lazy(async () => ({ default: (await import('./ManageUsers.tsx')).ManageUsers })),
  },
  pending: {
    name: 'Pending Approvals',
    count: 'pendingUsers',
    Content: lazy(async () => ({
      default: (await import('./PendingApprovals.tsx')).PendingApprovals,
    })),
  },
}
