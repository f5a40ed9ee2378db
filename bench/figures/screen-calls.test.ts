import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { seedId } from '#bench/seed/ids.ts'
import { bigSize, smallSize } from '#bench/seed/size.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { projectRoot } from '#server/project-root.ts'
import { expect, it } from 'vitest'
import { screenCalls, typedWords } from './screen-calls.ts'

/** Calls of the screens that aren't measured, and why. */
const unmeasured: { [Name in EndpointName]?: string } = {
  downloadDocuments: 'a file, as long as the documents are',
  exportAudit: 'a file, as long as the audit trail is',
  exportBookAsCsv: 'a file, which is recorded',
  exportBookAsXlsx: 'a file, which is recorded',
  exportExposureAsPdf: 'a file, which is recorded',
  exportExposureAsXlsx: 'a file, which is recorded',
  exportPositionAsCsv: 'a file, which is recorded',
  exportPositionAsXlsx: 'a file, which is recorded',
  exportStatement: 'a file, which is recorded',
  getReceiptPdf: 'a file, which is signed for each request',
}

const signedIn = (kind: string) => [{ id: seedId(kind, 1), token: 'token' }]
const signIns = { lenders: signedIn('lender'), admins: signedIn('admin') }
const calls = screenCalls({ signIns, size: smallSize })

/** The words of the browser's files. */
function wordsOfWeb(): Set<string> {
  const web = path.join(projectRoot, 'web')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  return new Set(
    files.flatMap((file) => readFileSync(path.join(web, file), 'utf8').match(/\w+/g) ?? []),
  )
}

const words = wordsOfWeb()
const named = Object.entries<Endpoint>(endpoints).filter(
  ([name, { method }]) => method === 'GET' && words.has(name),
)

const segmentsOf = (address: string) => address.split('?')[0]?.split('/') ?? []
const isAt = (address: string, pattern: string) => {
  const [given, row] = [segmentsOf(address), pattern.split('/')]
  return (
    given.length === row.length &&
    row.every((segment, place) => segment.startsWith(':') || segment === given[place])
  )
}
/** The row that serves it: one without parameters goes before one that has them. */
const rowOf = (address: string) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, row]) => row.method === 'GET' && isAt(address, row.path))
    .toSorted(([, one], [, other]) => one.path.split(':').length - other.path.split(':').length)[0]

it('measures every call by which a screen reads, but for those that are listed here', () => {
  const measured = new Set(calls.flatMap(({ path: address }) => rowOf(address)?.[0] ?? []))
  const missing = named.map(([name]) => name).filter((name) => !measured.has(name))
  expect(missing.toSorted()).toEqual(Object.keys(unmeasured).toSorted())
})

it('asks as the table of calls has it', () => {
  for (const { name, path: address } of calls) {
    const row = rowOf(address)?.[1]
    if (!row) throw new Error(`No call serves ${name}: ${address}`)
    const filled = address.replaceAll(
      /\{(\w+)\}/g,
      (_, list: string) => typedWords[list]?.[0] ?? '',
    )
    const query = Object.fromEntries(new URL(filled, 'http://desk').searchParams)
    expect(Object.keys(query).length > 0 && !row.query, name).toBe(false)
    expect(row.query?.safeParse(query).success ?? true, `${name}: ${filled}`).toBe(true)
  }
})

it('names each call once, at every size', () => {
  for (const size of [smallSize, bigSize]) {
    const names = screenCalls({ signIns, size }).map(({ name }) => name)
    expect(names).toHaveLength(new Set(names).size)
  }
})
