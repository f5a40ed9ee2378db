import { randomUUID } from 'node:crypto'
import type { Loan } from '#contract/loans/shapes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { readPages } from '#test/support/pages.ts'
import { security, spec } from '#test/support/requirements.ts'

interface Row {
  id: string
  title: string
  borrowerName: string
  newestAt: string
  fileIds: string[]
}
type Kind = 'document' | 'photo'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

const address = (query: Record<string, string>) =>
  `/api/admin/loans/with-files?${new URLSearchParams(query)}`
const list = async (query: Record<string, string>) =>
  (await readPages<Row>(admin, address(query))).flat()

async function makeFile(kind: Kind, loan: Pick<Loan, 'id'>, day: string, filename: string) {
  const make = kind === 'document' ? desk.makeDocument : desk.makePhoto
  const { id } = await make(loan, { filename })
  await desk.rows(`update ${kind}s set uploaded_at = $2 where id = $1`, [id, `2025-${day}T12:00Z`])
  return id
}

/** Returns a unique string so that a search finds only this test's loans. */
const makeOwn = () => randomUUID().slice(0, 8)

describe.each<Kind>(['document', 'photo'])('loans with a %s', (kind) => {
  it('lists loans with all their files, ordered by newest file', async () => {
    spec('2.11.14')
    const own = makeOwn()
    const [old, busy, empty] = await Promise.all([
      desk.makeLoan({ title: `${own} old`, borrowerName: 'Old LLC' }),
      desk.makeLoan({ title: `${own} busy` }),
      desk.makeLoan({ title: `${own} empty` }),
    ])
    const first = await makeFile(kind, busy, '01-01', 'First')
    const only = await makeFile(kind, old, '02-01', 'Only')
    const second = await makeFile(kind, busy, '03-01', 'Second')
    await makeFile(kind === 'document' ? 'photo' : 'document', empty, '04-01', 'Another kind')
    const rows = await list({ kind, search: own })
    expect(rows).toEqual([
      {
        id: busy.id,
        title: busy.title,
        borrowerName: busy.borrowerName,
        newestAt: '2025-03-01T12:00:00.000000Z',
        fileIds: [second, first],
      },
      {
        id: old.id,
        title: old.title,
        borrowerName: 'Old LLC',
        newestAt: '2025-02-01T12:00:00.000000Z',
        fileIds: [only],
      },
    ])
  })

  it('paginates loans with files and lists each loan once, even if upload times are equal', async () => {
    const own = makeOwn()
    const loans = await Promise.all(
      Array.from({ length: 7 }, (_, number) => desk.makeLoan({ title: `${own} ${number}` })),
    )
    for (const loan of loans)
      for (const name of ['A', 'B']) await makeFile(kind, loan, '05-05', `${own} ${name}`)
    const pages = await readPages<Row>(admin, address({ kind, search: own, limit: '3' }))
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
    const ids = pages.flat().map(({ id }) => id)
    expect(ids.toSorted()).toEqual(loans.map(({ id }) => id).toSorted())
  })

  it('finds loans by file name (showing only matching files), title, or borrower', async () => {
    spec('2.11.15')
    const own = makeOwn()
    const pier = await desk.makeLoan({ title: `Pier ${own}`, borrowerName: `Cole ${own}` })
    const quay = await desk.makeLoan({ title: `Quay ${own}`, borrowerName: `Dane ${own}` })
    const memo = await makeFile(kind, pier, '01-01', `Memo ${own}.x`)
    const survey = await makeFile(kind, pier, '02-01', 'Survey.x')
    const late = await makeFile(kind, quay, '03-01', 'Late.x')
    const found = async (search: string) =>
      (await list({ kind, search })).map(({ id, fileIds }) => [id, fileIds])
    expect(await found(`mEMO ${own}`)).toEqual([[pier.id, [memo]]])
    expect(await found(` pier ${own} `)).toEqual([[pier.id, [survey, memo]]])
    expect(await found(`dane ${own}`)).toEqual([[quay.id, [late]]])
    expect(await found(`Pier ${own}%`)).toEqual([])
    expect(await found(`Pier_${own}`)).toEqual([])
    expect(await found('\\')).toEqual([])
  })

  it('treats %, _, and \\ as literal characters in a search for loans with files', async () => {
    security('1.2.4', '1.2.9')
    const own = makeOwn()
    const loan = await desk.makeLoan()
    const odd = await makeFile(kind, loan, '01-01', `${own} 100%_a\\b`)
    await makeFile(kind, loan, '01-02', `${own} 1000 a b`)
    for (const search of [`${own} 100%`, '%_a', 'a\\b'])
      expect((await list({ kind, search })).map(({ fileIds }) => fileIds)).toEqual([[odd]])
  })

  it('orders loans by their newest matching file and can limit the list to one loan', async () => {
    const own = makeOwn()
    const [one, two] = await Promise.all([desk.makeLoan(), desk.makeLoan()])
    const early = await makeFile(kind, one, '01-01', `${own} early`)
    const later = await makeFile(kind, two, '02-01', `${own} later`)
    await makeFile(kind, one, '03-01', 'Something else')
    const found = async (query: object) =>
      (await list({ kind, ...query })).map(({ fileIds }) => fileIds)
    expect(await found({ search: own })).toEqual([[later], [early]])
    expect(await found({ search: own, loanId: one.id })).toEqual([[early]])
    expect((await list({ kind, loanId: one.id }))[0]?.fileIds).toHaveLength(2)
    expect(await list({ kind, loanId: randomUUID() })).toEqual([])
  })

  it('counts as many files in the summary as it lists, both after an upload and after a deletion', async () => {
    spec('2.11.16')
    const loan = await desk.makeLoan()
    const check = async () => {
      const files = (await list({ kind, limit: '2' })).flatMap(({ fileIds }) => fileIds)
      expect(new Set(files).size).toBe(files.length)
      expect(files).toHaveLength((await admin.call('getAdminSummary'))[`${kind}s`])
      return files
    }
    const id = await makeFile(kind, loan, '01-01', 'Counted')
    expect(await check()).toContain(id)
    await admin.call(kind === 'document' ? 'deleteDocument' : 'deletePhoto', { params: { id } })
    expect(await check()).not.toContain(id)
  })
})

it('finds a photo by its caption', async () => {
  const own = makeOwn()
  const { id } = await desk.makePhoto(await desk.makeLoan(), { caption: `From the ${own}` })
  const [row] = await list({ kind: 'photo', search: own })
  expect(row?.fileIds).toEqual([id])
})

it.each([
  ['kind', 'Must be document or photo', {}],
  ['kind', 'Must be document or photo', { kind: 'mail' }],
  ['loanId', "This isn't a valid id", { loanId: 'x' }],
  ['limit', 'Must be 1 to 200', { limit: '201' }],
  ['cursor', 'Is not valid', { cursor: 'x' }],
  ['search', 'Must be at most 200 characters', { search: 'x'.repeat(201) }],
])('rejects an invalid %s in a request for loans with files: %s', async (field, words, query) => {
  const reply = await admin.request(
    'GET',
    address({ ...(field === 'kind' ? {} : { kind: 'photo' }), ...query }),
  )
  expect(reply.status).toBe(400)
  expect(readRefusal(reply).fields).toEqual({ [field]: words })
})

it('lists loans with files only for administrators', async () => {
  const statuses = []
  for (const caller of [desk.visitor(), await desk.makePending(), await desk.makeLender(), admin])
    statuses.push((await caller.request('GET', address({ kind: 'document' }))).status)
  expect(statuses).toEqual([401, 403, 403, 200])
})

it('logs no error while loans with files are listed', () => {
  expect(desk.errors).toEqual([])
})
