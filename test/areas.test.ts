import { readImports } from '#scripts/structure.mjs'
import { expect, it } from 'vitest'

/**
 * The areas, and which other areas each may import, room by room. Whatever lies beside the areas
 * (http, database, ui, …) serves all of them and imports none; `joins` lists what puts them together.
 */
const rooms: Record<string, { areas: Record<string, string[]>; joins: string[] }> = {
  domain: {
    areas: { loans: [], book: ['loans'], documents: [], notifications: [], audit: [] },
    joins: [],
  },
  contract: {
    areas: {
      accounts: [],
      loans: [],
      book: ['loans'],
      documents: [],
      messages: [],
      notifications: [],
      audit: [],
    },
    joins: ['endpoints.ts'],
  },
  server: {
    areas: {
      accounts: [],
      // A change of terms moves the soft commitments of a loan, and a commitment reads its loan. The
      // linter refuses cycles between their files.
      loans: ['book'],
      book: ['loans'],
      documents: ['loans'],
      messages: ['loans'],
      notifications: ['accounts'],
      audit: [],
    },
    joins: ['handlers.ts', 'main.ts', 'app.ts', 'jobs', 'commands', 'first-start', 'backup'],
  },
  web: {
    areas: {
      accounts: [],
      loans: ['documents'],
      book: ['loans', 'accounts'],
      documents: ['loans'],
      messages: [],
      notifications: [],
      audit: [],
    },
    joins: ['routes.tsx', 'admin-panel'],
  },
}

/** What every area does: put its acts on record. */
const forAll = ['server/audit/record.ts']

const imports = readImports()

const inRoom = (room: string) =>
  imports.filter(({ from, to }) => from.startsWith(`${room}/`) && to.startsWith(`${room}/`))
/** The folder of a room in which a file lies, or the file itself at its root. */
const place = (file: string) => file.split('/')[1] ?? ''
const isPage = (file: string) => file.split('/')[2] === 'pages'

it.each(Object.keys(rooms))('%s: an area imports only the areas that it may', (room) => {
  const { areas, joins } = rooms[room] ?? { areas: {}, joins: [] }
  const found = inRoom(room)
  expect(found).not.toEqual([])
  const refused = found.filter(({ from, to }) => {
    const [here, there] = [place(from), place(to)]
    if (here === there || !(there in areas) || joins.includes(here)) return false
    if (forAll.includes(to)) return false
    // A page composes what the areas offer, but for their pages.
    if (room === 'web' && isPage(from)) return isPage(to)
    return !areas[here]?.includes(there)
  })
  expect(refused).toEqual([])
})

it('loads the sample portfolio only where an empty database is filled', () => {
  const users = inRoom('server').filter(
    ({ from, to }) => place(to) === 'sample' && place(from) !== 'sample',
  )
  expect(users.map(({ from }) => place(from))).toEqual(['first-start'])
})
