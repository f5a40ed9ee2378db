import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { readImports } from '#scripts/structure.ts'
import { expect, it } from 'vitest'

/**
 * Each layer's areas and their allowed imports. Files outside the areas (http, database, ui, …) can be imported
 * anywhere, but only those in `joins` can import an area.
 */
const layers: Record<string, { areas: Record<string, string[]>; joins: string[] }> = {
  domain: {
    areas: {
      loans: [],
      // A teaser shows some of the loan's fields.
      audience: ['loans'],
      // Actions on a book write audit entries and notifications.
      book: ['loans', 'audit', 'notifications'],
      documents: [],
      notifications: [],
      // Audit entries name a loan's changed fields.
      audit: ['loans', 'audience'],
      settings: [],
      // An import file's columns are loan fields.
      imports: ['loans'],
      position: ['book', 'loans'],
      // The arithmetic of an allocation, the next step of a deal, and the notices of a round.
      deal: ['loans', 'notifications'],
      desk: ['book', 'position'],
      firms: [],
    },
    joins: [],
  },
  contract: {
    areas: {
      accounts: [],
      loans: [],
      audience: ['loans'],
      book: ['loans'],
      calendar: [],
      documents: [],
      messages: [],
      notifications: ['accounts'],
      audit: [],
      settings: ['accounts'],
      // Imported rows have the same fields as the forms for a single loan or lender.
      imports: ['accounts', 'loans'],
      position: ['book'],
      // Instructions take the password of the account once more. Administrators can message lenders from a round.
      deal: ['book', 'loans', 'accounts', 'messages'],
      desk: ['book', 'loans'],
      // A firm's page shows its passes, and its invitations lead to accounts.
      firms: ['accounts', 'loans'],
      search: [],
      live: [],
    },
    joins: ['endpoints.ts'],
  },
  server: {
    areas: {
      // The response to a sign-in says whether setup is unfinished. Deactivating an account withdraws its commitments.
      accounts: ['settings', 'book'],
      // Changed terms affect a loan's soft commitments, and a commitment refers to its loan. The linter prevents cycles
      // between their files.
      loans: ['book'],
      // A receipt contains its audit entry's seal.
      book: ['loans', 'audit'],
      audience: ['loans'],
      documents: ['loans'],
      calendar: ['loans'],
      messages: ['loans'],
      // A notification links to its loan only if the recipient can see the loan.
      notifications: ['accounts', 'loans'],
      audit: [],
      // The settings area removes the sample portfolio, which doesn't count toward setup.
      settings: ['sample'],
      imports: ['accounts', 'loans'],
      position: ['book', 'loans'],
      // A bank's statement can be a table, which is read as an import is. Instructions take the password of the account
      // once more.
      deal: ['book', 'loans', 'imports', 'accounts'],
      desk: ['book', 'position', 'loans'],
      // The people of a firm are accounts, and its deactivation withdraws its soft commitments.
      firms: ['accounts', 'book'],
      search: ['loans'],
      sample: [],
      live: [],
    },
    joins: [
      'handlers.ts',
      'main.ts',
      'app.ts',
      'serve.ts',
      'jobs',
      'commands',
      'first-start',
      'backup',
    ],
  },
  web: {
    areas: {
      accounts: [],
      loans: ['documents'],
      audience: [],
      // Administrators can message lenders from a book.
      book: ['loans', 'accounts', 'messages'],
      documents: ['loans'],
      // Instructions take the password of the account once more. Administrators can message lenders from a round.
      deal: ['book', 'loans', 'accounts', 'messages'],
      messages: [],
      notifications: ['accounts'],
      audit: [],
      settings: [],
      imports: [],
      desk: ['book', 'loans', 'accounts', 'messages'],
      // A firm's page shows its positions.
      firms: ['accounts', 'book', 'loans'],
      live: [],
    },
    joins: ['routes.tsx', 'admin-panel', 'admin-bar', 'palette'],
  },
}

/** Any file can import these files, which record audit entries and changes and keep the user interface up to date. */
const forAll = [
  'server/audit/record.ts',
  'contract/live/topics.ts',
  'server/live/record.ts',
  'server/live/named-topics.ts',
  'server/live/streams.ts',
  'web/live/refetch.ts',
  'web/live/LiveStatus.tsx',
]

const imports = readImports()

const inLayer = (layer: string) =>
  imports.filter(({ from, to }) => from.startsWith(`${layer}/`) && to.startsWith(`${layer}/`))
const place = (file: string) => file.split('/')[1] ?? ''
const isPage = (file: string) => file.split('/')[2] === 'pages'

it.each(Object.keys(layers))('limits each %s area to its allowed imports', (layer) => {
  const { areas, joins } = layers[layer] ?? { areas: {}, joins: [] }
  const found = inLayer(layer)
  expect(found).not.toEqual([])
  const refused = found.filter(({ from, to }) => {
    const [here, there] = [place(from), place(to)]
    if (here === there || !(there in areas) || joins.includes(here)) return false
    if (forAll.includes(to)) return false
    // A page can use components from every area but can't use another page.
    if (layer === 'web' && isPage(from)) return isPage(to)
    return !areas[here]?.includes(there)
  })
  expect(refused).toEqual([])
})

it("loads the sample portfolio's code only to fill an empty database", () => {
  const users = inLayer('server').filter(
    ({ from, to }) => to.startsWith('server/sample/sample-portfolio') && place(from) !== 'sample',
  )
  expect(users.map(({ from }) => place(from))).toEqual(['first-start'])
})

it("registers one group of handlers for each area's endpoints", () => {
  const groups = imports.filter(
    ({ from, to }) => from === 'server/handlers.ts' && to !== 'server/http/mount.ts',
  )
  expect(groups.length).toBeGreaterThan(10)
  expect(
    groups.map(({ to }) => to).filter((to) => !/^server\/[a-z]+\/calls\.ts$/.test(to)),
  ).toEqual([])
})

/** These folders are exempt from the limit, because `npm run migration` adds files to them. */
const written = ['server/database/migrations', 'server/database/migrations/meta']
const maxFiles = 18

it('limits server, contract, and domain folders to 18 files, including tests', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'server', 'contract', 'domain'],
    { encoding: 'utf8' },
  )
  const folders = files
    .trimEnd()
    .split('\n')
    .map((file) => path.dirname(file))
  const counts = new Map<string, number>()
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(30)
  const full = [...counts].filter(
    ([folder, count]) => count > maxFiles && !written.includes(folder),
  )
  expect(full).toEqual([])
})
