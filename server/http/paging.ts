import type { PathParams } from '#contract/endpoint.ts'
import { endpoints, type EndpointName, type Endpoints } from '#contract/endpoints.ts'
import { cursorOf, type Placed } from '#server/database/sql/cursor.ts'
import type { FastifyReply } from 'fastify'

type Page<Name extends EndpointName> = {
  call: Name
  filters: Filters
  limit: number
} & ([keyof PathParams<Endpoints[Name]>] extends [never]
  ? { params?: undefined }
  : { params: PathParams<Endpoints[Name]> })

type Filters = Record<string, string | boolean | undefined>

/** Limits rows to one page. If the query returned an extra row, the `Link` header points to the next page. */
export const cutPage = <Row extends Placed, Name extends EndpointName>(
  reply: FastifyReply,
  rows: Row[],
  page: Page<Name>,
): Row[] => cut(reply, rows, cursorOf, page)

/** Like `cutPage`, but for a list sorted by a number in descending order. The number is the cursor. */
export const cutPageByNumber = <Row, Name extends EndpointName>(
  reply: FastifyReply,
  rows: Row[],
  numberOf: (row: Row) => number,
  page: Page<Name>,
): Row[] => cut(reply, rows, (row) => String(numberOf(row)), page)

function cut<Row, Name extends EndpointName>(
  reply: FastifyReply,
  rows: Row[],
  cursorAt: (row: Row) => string,
  { call, params, filters, limit }: Page<Name>,
): Row[] {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last)
    reply.header('link', nextLink(fillPath(call, params), filters, cursorAt(last)))
  return page
}

const fillPath = (call: EndpointName, params: Record<string, string> = {}) =>
  endpoints[call].path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )

function nextLink(path: string, filters: Filters, cursor: string): string {
  const query = new URLSearchParams()
  const all: Filters = { ...filters, cursor }
  for (const [name, value] of Object.entries(all))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return `<${path}?${query}>; rel="next"`
}
