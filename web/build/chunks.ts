import { resolve } from 'node:path'
import type { BuildOptions, Plugin } from 'vite'

interface Group {
  name: string
  /** A module belongs to the group with the highest priority that matches it. */
  priority: number
  modules: string[]
  /** Endings of module paths in node_modules. */
  packages?: string[]
}

/**
 * Bundles modules that are needed together: dozens of small files compress badly, and each costs a
 * request. A group includes what its modules import, unless a group with higher priority has it.
 * `npm run bytes` prints what each page loads.
 */
const groups: Group[] = [
  // On every page.
  {
    name: 'core',
    priority: 4,
    modules: [
      'web/routes.tsx',
      'web/ui/ToastHost.tsx',
      'web/shell/ThemeSwitch.tsx',
      'web/shell/CompanyLogo.tsx',
      'web/shell/FooterLink.tsx',
      'web/shell/company-contact.ts',
      'web/ui/icons/arrow-left.ts',
      'web/ui/icons/file-text.ts',
      'web/ui/icons/lock-keyhole.ts',
      'web/ui/Field.tsx',
      'web/ui/Input.tsx',
      'web/ui/PasswordInput.tsx',
    ],
    packages: ['/react-dom/client.js', '/react-dom/cjs/react-dom-client.production.js'],
  },
  // On every page before somebody has signed in.
  {
    name: 'sign-in',
    priority: 2,
    modules: [
      'web/accounts/components/auth/AuthLayout.tsx',
      'web/accounts/components/auth/use-enter.ts',
    ],
  },
  // On every page for those who are signed in, with what most of them show of loans.
  {
    name: 'app',
    priority: 2,
    modules: [
      'domain/documents/renditions.ts',
      'domain/groups.ts',
      'domain/loans/ltv-basis.ts',
      'domain/loans/maturity.ts',
      'web/actions/attempts.ts',
      'web/random-id.ts',
      'web/actions/use-action.ts',
      'web/api/RefetchOnMount.tsx',
      'web/api/query-client.ts',
      'web/app-pages.tsx',
      'web/book/components/CommitDialogSlot.tsx',
      'web/book/components/holdings.ts',
      'web/lists/FetchedList.tsx',
      'web/loans/components/CommitButton.tsx',
      'web/loans/components/CompareBox.tsx',
      'web/loans/components/FavoriteButton.tsx',
      'web/loans/components/FundingBar.tsx',
      'web/loans/components/LoanStatusBadge.tsx',
      'web/loans/components/OwnShare.tsx',
      'web/loans/components/loan-availability.ts',
      'web/loans/components/loan-pages.ts',
      'web/shell/NotificationBell.tsx',
      'web/shell/AppShell.tsx',
      'web/shell/PartBoundary.tsx',
      'web/timestamps.ts',
      'web/ui/after-screen.ts',
      'web/ui/ButtonLink.tsx',
      'web/ui/Card.tsx',
      'web/ui/EmptyState.tsx',
      'web/ui/Figures.tsx',
      'web/ui/NativeSelect.tsx',
      'web/ui/Skeleton.tsx',
      'web/ui/icons/bell.ts',
      'web/ui/icons/download.ts',
      'web/ui/icons/x.ts',
      'web/ui/use-focus-after-work.ts',
    ],
    packages: [
      '/react-query/build/modern/useQuery.js',
      '/react-query/build/modern/useInfiniteQuery.js',
      '/react-query/build/modern/useMutation.js',
      '/react-query/build/modern/useMutationState.js',
    ],
  },
  // Long lists: browsing, administration, the audit trail.
  {
    name: 'tables',
    priority: 1,
    modules: [
      'domain/loans/property/addresses.ts',
      'domain/loans/orders.ts',
      'domain/loans/property/property-types.ts',
      'web/lists/LoadMore.tsx',
      'web/lists/use-settled-text.ts',
      'web/ui/SortableHeader.tsx',
      'web/ui/Table.tsx',
      'web/lists/SearchBox.tsx',
      'web/ui/Tabs.tsx',
      'web/ui/use-width.ts',
    ],
  },
  // Lists that come by the page, which are mostly administrators', and what else many pages of theirs have.
  {
    name: 'paged-lists',
    priority: 1,
    modules: [
      'domain/settings/legal-texts.ts',
      'web/lists/FetchedPages.tsx',
      'web/shell/AccessDenied.tsx',
      'web/ui/icons/refresh-cw.ts',
    ],
  },
  // What pages offer besides their content: print, export, help.
  {
    name: 'page-tools',
    priority: 1,
    modules: [
      'web/actions/ExportButton.tsx',
      'web/actions/copy-text.ts',
      'web/actions/save-file.ts',
      'web/actions/use-export.ts',
      'web/api/call-file.ts',
      'web/book/components/use-printed-at.ts',
      'web/help/HelpLink.tsx',
      'web/ui/ActionMenu.tsx',
      'web/ui/Dash.tsx',
      'web/ui/icons/check.ts',
      'web/ui/icons/printer.ts',
    ],
  },
  // Around the forms of pages: links that lead to one, and what keeps its unsaved fields.
  {
    name: 'page-forms',
    priority: 1,
    modules: [
      'web/actions/use-kept-fields.tsx',
      'web/ui/Checkbox.tsx',
      'web/ui/Required.tsx',
      'web/ui/UnsavedChanges.tsx',
      'web/ui/forget-hash.ts',
      'web/ui/leave-guard.ts',
      'web/ui/use-form-arrival.ts',
      'web/ui/use-hash-arrival.ts',
      'web/ui/use-opens-with.ts',
      'web/unsent.ts',
    ],
  },
  // Positions in loans: the book, the exposure, a lender's page. What these import of the tables stays there.
  {
    name: 'positions',
    priority: 0,
    modules: [
      'domain/position/concentration.ts',
      'web/book/components/HeldLines.tsx',
      'web/book/components/SliceTable.tsx',
      'web/book/components/format-held.ts',
      'web/book/components/receipts/ReceiptLink.tsx',
      'web/desk/components/exposure/url-state.ts',
    ],
  },
  // What is on record of a commitment.
  {
    name: 'records',
    priority: 1,
    modules: ['domain/book/receipt-facts.ts', 'domain/book/receipts.ts', 'domain/loans/fields.ts'],
  },
  // What is done with a commitment.
  {
    name: 'acting',
    priority: 1,
    modules: [
      'domain/book/commitments.ts',
      'web/book/components/my-commitments/use-acting.tsx',
      'web/book/components/soft-lines.ts',
    ],
  },
  // What the table of loans does without.
  {
    name: 'cards',
    priority: 0,
    modules: ['web/loans/components/LoanGrid.tsx'],
  },
  // On the dashboard, after its screen; the ages also in the exposure, the button also in notifications, the focus also in people.
  {
    name: 'today',
    priority: 1,
    modules: [
      'web/accounts/components/ApproveButton.tsx',
      'web/age.ts',
      'web/desk/components/today/TodayCard.tsx',
      'web/ui/use-kept-focus.ts',
    ],
  },
  // A loan's own page, and the administrators' lists of documents and photos.
  {
    name: 'papers',
    priority: 1,
    modules: [
      'domain/documents/files.ts',
      'domain/documents/groups.ts',
      'domain/documents/names.ts',
      'domain/documents/sizes.ts',
      'domain/loans/capital.ts',
      'web/admin-bar/AdminBarSlot.tsx',
      'web/documents/components/file-type-label.ts',
      'web/documents/components/object-path.ts',
      'web/documents/components/photo-name.ts',
      'web/loans/components/MissingLoan.tsx',
      'web/ui/HeadingSkeleton.tsx',
      'web/ui/Textarea.tsx',
    ],
  },
  {
    name: 'forms',
    priority: 1,
    modules: ['web/actions/form.ts'],
    packages: ['/react-hook-form/dist/index.esm.mjs'],
  },
]

/** Builds the groups, and fails the build when one names a module that no longer exists. */
export function chunks(): {
  codeSplitting: { groups: { name: string; priority: number; test: (id: string) => boolean }[] }
  plugin: Plugin
} {
  const missing = new Set(groups.flatMap(({ modules, packages = [] }) => [...modules, ...packages]))
  const takes = ({ modules, packages = [] }: Group) => {
    const names = new Map(modules.map((name) => [resolve(name), name]))
    return (id: string) => {
      const name = names.get(id) ?? packages.find((end) => id.endsWith(end))
      if (name) missing.delete(name)
      return name !== undefined
    }
  }
  return {
    codeSplitting: {
      groups: groups.map((group) => ({
        name: group.name,
        priority: group.priority,
        test: takes(group),
      })),
    },
    plugin: {
      name: 'chunks',
      apply: 'build',
      applyToEnvironment: (environment) => environment.config.consumer === 'client',
      generateBundle() {
        if (missing.size > 0)
          throw new Error(
            `web/build/chunks.ts names what the build lacks: ${[...missing].join(', ')}`,
          )
      },
    },
  }
}

/** A page's HTML makes the browser fetch these groups at once; it discovers the small rest by itself. */
export const modulePreload = {
  // Every supported browser has modulepreload, so the polyfill is unnecessary.
  polyfill: false,
  resolveDependencies: (_file, dependencies, { hostType }) =>
    hostType === 'html' ? dependencies : dependencies.filter((file) => /\/(app|forms)-/.test(file)),
} satisfies BuildOptions['modulePreload']
