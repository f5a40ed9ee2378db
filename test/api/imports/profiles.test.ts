/** Import profiles, and the files for which the preview suggests each profile. */
import { randomUUID } from 'node:crypto'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { importLimits } from '#domain/imports/columns.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendImport } from '#test/support/importing.ts'
import { rawRow, rawWorkbook } from '#test/support/raw-workbook.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())
beforeEach(() => desk.rows('delete from import_profiles'))

type NewProfile = BodyInput<Endpoints['saveImportProfile']>

const columns = [
  { header: 'Deal', field: 'title', unit: null },
  { header: 'Sponsor', field: 'borrowerName', unit: null },
  { header: 'Balance', field: 'amount', unit: 'thousands' },
  { header: 'Coupon', field: 'interestRate', unit: 'fraction' },
  { header: 'Months', field: 'term', unit: null },
  { header: 'Analyst', field: null, unit: null },
] as const
const profile = (more: Partial<NewProfile> = {}): NewProfile => ({
  ...{ kind: 'loans', name: 'Harbor Servicing', sheet: null, headerRow: 1, skipHidden: 'false' },
  columns: columns.map((each) => ({ ...each })),
  ...more,
})
const save = (more?: Partial<NewProfile>) =>
  admin.call('saveImportProfile', { body: profile(more) })
const listed = (kind: 'loans' | 'lenders') => admin.call('listImportProfiles', { query: { kind } })

const headerRow = columns.map(({ header }) => header)
const loanRow = (title: string) => [title, 'Weir LLC', 4250, 0.07125, 24, 'Ana']
const csv = (...rows: unknown[][]) => rows.map((row) => row.join()).join('\n')
const preview = (file: string | Buffer, query: { sheet?: string; headerRow?: string } = {}) =>
  sendImport(admin, 'preview', { kind: 'loans', ...query }, file)

describe('saving import profiles', () => {
  it('lists import profiles separately for loans and lenders, by name and with their columns', async () => {
    const saved = await save()
    expect(saved).toEqual({ ...profile(), id: expect.any(String), updatedAt: expect.any(String) })
    const another = await save({ name: 'another' })
    const email = [{ header: 'Mail', field: 'email', unit: null }]
    const ofLenders = await save({ kind: 'lenders', columns: email })
    expect(await listed('loans')).toEqual([another, saved])
    expect(await listed('lenders')).toEqual([ofLenders])
  })

  it('replaces the import profile with the same name and keeps its id', async () => {
    const first = await save()
    const second = await save({ headerRow: 3, skipHidden: 'true', columns: [{ ...columns[0] }] })
    expect(second).toMatchObject({ id: first.id, headerRow: 3, skipHidden: 'true' })
    expect(await listed('loans')).toEqual([second])
  })

  it('replaces the import profile whose name differs only in letter case', async () => {
    const { id } = await save({ name: 'Harbor Servicing' })
    const second = await save({ name: 'HARBOR servicing', headerRow: 2 })
    expect(second).toMatchObject({ id, name: 'HARBOR servicing', headerRow: 2 })
    expect(await listed('loans')).toEqual([second])
    const email = [{ header: 'Mail', field: 'email', unit: null }]
    await save({ name: 'harbor servicing', kind: 'lenders', columns: email })
    expect(await listed('loans')).toEqual([second])
  })

  it('deletes an import profile', async () => {
    const { id } = await save()
    await admin.call('deleteImportProfile', { params: { id } })
    expect(await listed('loans')).toEqual([])
    expect((await admin.send('deleteImportProfile', { params: { id } })).status).toBe(404)
  })

  it("records in the audit trail who saved, replaced, or deleted an import profile, with the profile's columns", async () => {
    const { id } = await save()
    const inDollars = columns.map((each) =>
      each.field === 'amount' ? { ...each, unit: 'dollars' as const } : { ...each },
    )
    await save({ columns: inDollars })
    await admin.call('deleteImportProfile', { params: { id } })
    const { name, ...first } = profile()
    const second = { ...first, columns: inDollars }
    const entries = await admin.call('listAudit', { query: { person: admin.id } })
    const by = { actorId: admin.id, objectId: id, objectName: name }
    expect(entries.filter(({ objectId }) => objectId === id).toReversed()).toMatchObject([
      { ...by, kind: 'importProfileSaved', before: null, after: first },
      { ...by, kind: 'importProfileSaved', before: first, after: second },
      { ...by, kind: 'importProfileDeleted', before: second, after: null },
    ])
  })

  it.each([
    ['an unknown field', { columns: [{ header: 'Deal', field: 'nothing', unit: null }] }],
    ['a field of the other kind', { columns: [{ header: 'Deal', field: 'email', unit: null }] }],
    ['a field twice', { columns: [{ ...columns[0] }, { ...columns[0], header: 'Name' }] }],
    ['a unit of another kind of field', { columns: [{ ...columns[0], unit: 'fraction' }] }],
    ['a unit without a field', { columns: [{ header: 'Deal', field: null, unit: 'fraction' }] }],
    ['a blank last header', { columns: [{ ...columns[0] }, { ...columns[5], header: ' ' }] }],
    ['no columns', { columns: [] }],
    ['a blank name', { name: ' ' }],
    ['row zero', { headerRow: 0 }],
  ] satisfies [string, Partial<NewProfile>][])(
    'rejects an import profile with %s',
    async (_what, more) => {
      const reply = await admin.send('saveImportProfile', { body: profile(more) })
      expect([reply.status, readRefusal(reply).code]).toEqual([400, 'invalid'])
      expect(await listed('loans')).toEqual([])
    },
  )

  it('rejects a new import profile beyond the maximum number, but still replaces an existing one', async () => {
    await desk.rows(
      `insert into import_profiles (id, kind, name, headers, choices)
       select gen_random_uuid(), 'loans', 'Source ' || n, '[]',
         '{"sheet":null,"headerRow":1,"skipHidden":false,"columns":[]}'
       from generate_series(1, $1) n`,
      [importLimits.maxProfiles],
    )
    const reply = await admin.send('saveImportProfile', { body: profile() })
    expect([reply.status, readRefusal(reply).code]).toEqual([409, 'too_many_profiles'])
    await save({ name: 'Source 1' })
    expect(await listed('loans')).toHaveLength(importLimits.maxProfiles)
  })
})

describe('suggesting import profiles', () => {
  it('suggests the import profiles whose headers match the file, and returns the rows as each profile maps them', async () => {
    const title = randomUUID()
    const { id, name } = await save()
    await save({ name: 'Other source', columns: [{ ...columns[0] }, { ...columns[1] }] })
    const file = csv(headerRow, loanRow(title))
    const found = await preview(file)
    expect(found.missing).not.toEqual([])
    expect(found.profiles).toEqual([
      {
        ...{ id, name, sheet: null, headerRow: 1, skipHidden: 'false' },
        columns: profile().columns,
      },
    ])
    const [read] = found.profiles
    const chosen = {
      columns: read?.columns.map(({ field }) => field ?? '').join(',') ?? '',
      units: read?.columns.map(({ unit }) => unit ?? '').join(',') ?? '',
    }
    const again = await sendImport(admin, 'preview', { kind: 'loans', ...chosen }, file)
    expect(again.first).toEqual([
      {
        row: 2,
        values: expect.objectContaining({
          ...{ title, amount: '4250000.00', interestRate: '7.13', noteRate: '7.125', term: 24 },
        }),
      },
    ])
  })

  it("finds an import profile's headers even if they are in a different row than in the original file", async () => {
    await save({ headerRow: 4 })
    const above = ['Pipeline as of 10/31', '', '', '', '', '']
    const rowOf = async (...rows: unknown[][]) =>
      (await preview(csv(...rows))).profiles.map((each) => each.headerRow)
    expect(await rowOf(headerRow, loanRow('A'))).toEqual([1])
    expect(await rowOf(above, headerRow, loanRow('A'))).toEqual([2])
    // If several rows match, the row number stored in the profile decides.
    expect(await rowOf(headerRow, loanRow('A'), loanRow('B'), headerRow, loanRow('C'))).toEqual([4])
  })

  it('suggests no import profile for loans if the headers differ, are in another order, or match only a profile for lenders', async () => {
    await save()
    const email = [{ header: 'Email', field: 'email', unit: null }]
    await save({ kind: 'lenders', columns: email })
    const profilesOf = async (headers: string[]) =>
      (await preview(csv(headers, loanRow('A')))).profiles
    expect(await profilesOf([...headerRow, 'Region'])).toEqual([])
    expect(await profilesOf(headerRow.slice(1))).toEqual([])
    expect(await profilesOf(headerRow.toReversed())).toEqual([])
    expect(await profilesOf(headerRow.map((header) => header.toLowerCase()))).toEqual([])
    expect((await preview('Email\nada@example.com')).profiles).toEqual([])
    expect(await profilesOf(headerRow.map((header) => ` ${header} `))).toHaveLength(1)
  })

  it("finds an import profile's headers on the sheet named in the profile, unless another sheet is selected", async () => {
    await save({ sheet: 'Tape', headerRow: 3 })
    const cover = { name: 'Cover', rows: rawRow(1, ['Loan tape']) + rawRow(2, ['See next tab']) }
    const rows = rawRow(3, headerRow) + rawRow(4, loanRow('A'))
    const workbook = (tape: string) => rawWorkbook({ sheets: [cover, { name: tape, rows }] })
    const file = await workbook('Tape')
    const found = await preview(file)
    expect([found.sheet, found.profiles.length]).toEqual(['Cover', 1])
    expect(found.profiles[0]).toMatchObject({ sheet: 'Tape', headerRow: 3 })
    expect((await preview(file, { sheet: 'Cover' })).profiles).toEqual([])
    expect((await preview(file, { sheet: 'Tape' })).profiles).toHaveLength(1)
    // If the sheet was renamed, its profile is suggested only after the sheet is selected.
    const renamed = await workbook('Tape October')
    expect((await preview(renamed)).profiles).toEqual([])
    const chosen = await preview(renamed, { sheet: 'Tape October' })
    expect(chosen.profiles).toMatchObject([{ sheet: 'Tape October', headerRow: 3 }])
  })

  it('checks only one other sheet for import profiles: the sheet named in the most recently saved profile', async () => {
    const rows = rawRow(1, headerRow) + rawRow(2, loanRow('A'))
    const first = { name: 'Cover', rows: rawRow(1, ['Loan tape']) + rawRow(2, ['See next tab']) }
    const others = ['Tape', 'Pool'].map((name) => ({ name, rows }))
    const file = await rawWorkbook({ sheets: [first, ...others] })
    const found = async () => (await preview(file)).profiles.map(({ name, sheet }) => [name, sheet])
    await save({ name: 'Tapes', sheet: 'Tape' })
    await save({ name: 'Pools', sheet: 'Pool' })
    await save({ name: 'Archives', sheet: 'Archive' })
    expect(await found()).toEqual([['Pools', 'Pool']])
    await save({ name: 'Tapes', sheet: 'Tape' })
    expect(await found()).toEqual([['Tapes', 'Tape']])
  })

  it('previews the first sheet if the sheet named in an import profile is damaged', async () => {
    await save({ sheet: 'Tape' })
    const first = { name: 'Loans', rows: rawRow(1, ['Title', 'Amount']) + rawRow(2, ['A', 5]) }
    const file = await rawWorkbook({ sheets: [first, { name: 'Tape', rows: '<row><c' }] })
    expect(await preview(file)).toMatchObject({ sheet: 'Loans', profiles: [] })
  })
})
