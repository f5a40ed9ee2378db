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
 * Bundles modules that are needed together: dozens of small files compress badly, and cost a request
 * each. A group includes what its modules import, unless a group with higher priority has it.
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
    ],
    packages: ['/react-dom/client.js', '/react-dom/cjs/react-dom-client.production.js'],
  },
  {
    name: 'fields',
    priority: 3,
    modules: ['web/ui/Field.tsx', 'web/ui/Input.tsx', 'web/ui/PasswordInput.tsx'],
  },
  // On every page for those who are signed in: to read, not yet to act.
  {
    name: 'app',
    priority: 2,
    modules: [
      'web/api/query-client.ts',
      'web/shell/AppShell.tsx',
      'web/loans/components/FundingBar.tsx',
      'web/loans/components/LoanStatusBadge.tsx',
      'web/ui/ButtonLink.tsx',
      'web/ui/Card.tsx',
      'web/ui/Figures.tsx',
      'web/ui/Skeleton.tsx',
    ],
    packages: [
      '/react-query/build/modern/useQuery.js',
      '/react-query/build/modern/useInfiniteQuery.js',
    ],
  },
  {
    name: 'lists',
    priority: 1,
    modules: ['web/lists/FetchedList.tsx', 'web/ui/EmptyState.tsx'],
  },
  {
    name: 'loans',
    priority: 1,
    modules: [
      'web/loans/components/LoanCard.tsx',
      'web/loans/components/LoanCardSkeleton.tsx',
      'web/loans/components/loan-pages.ts',
      'web/book/components/CommitDialogSlot.tsx',
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
    hostType === 'html'
      ? dependencies
      : dependencies.filter((file) => /\/(app|loans|fields|forms)-/.test(file)),
} satisfies BuildOptions['modulePreload']
