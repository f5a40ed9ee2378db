/** All that a person can read: the answers of all calls that read, with their papers as text. */
import { PDFDocument } from '@cantoo/pdf-lib'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Person } from './builders.ts'
import type { Reply } from './caller.ts'
import type { Desk } from './desk.ts'
import { pdfTexts } from './pdf-texts.ts'
import { exampleOf, rowsOfTheTable, thingsIn, withIds } from './rows-of-the-table.ts'

/** An event stream has no end, and the API's description has only examples. */
const unread: EndpointName[] = ['streamEvents', 'getOpenApi', 'getApiDocs']
const isRead = (name: EndpointName) => !unread.includes(name)

/** The ids of all loans, people and firms, and of what deals consist of. */
export async function allIds(desk: Pick<Desk, 'rows'>): Promise<string[]> {
  const tables = ['loans', 'users', 'firms', 'commitments', 'allocations', 'allocation_lines']
  const closing = ['registers', 'register_entries', 'funding_instructions', 'funds_receipts']
  const query = [...tables, ...closing].map((table) => `select id from ${table}`).join(' union ')
  return (await desk.rows<{ id: string }>(query)).map(({ id }) => id)
}

export interface Heard {
  call: EndpointName
  status: number
  text: string
}

/** Sends each call that reads and that `isFor` selects. One with an id in its path is sent with all of them. */
export async function hearAll(
  reader: Person,
  ids: readonly string[],
  isFor: (access: string) => boolean,
): Promise<Heard[]> {
  const heard: Heard[] = []
  for (const [call, { method, access }] of rowsOfTheTable) {
    if (method !== 'GET' || !isFor(access) || !isRead(call)) continue
    const example = exampleOf(call)
    const inputs = thingsIn(example).length > 0 ? ids.map((id) => withIds(example, () => id)) : []
    // A list is also read without its filters.
    if (!example.params) inputs.push({}, { ...example })
    for (const { params, query } of inputs) {
      const reply = await reader.send(call, {
        ...(params && { params: params }),
        ...(query && { query: query }),
      })
      heard.push({ call, status: reply.status, text: await textOf(reply) })
    }
  }
  return heard
}

async function textOf({ headers, bytes, text }: Reply): Promise<string> {
  if (!headers['content-type']?.startsWith('application/pdf')) return text
  const files = (await PDFDocument.load(bytes)).getAttachments()
  const attached = files.map(({ data }) => Buffer.from(data).toString())
  return [...(await pdfTexts(bytes)).flat(), ...attached].join('\n')
}

/** Names the secrets that answers contain, each with its call. A figure counts only as a whole, also with commas. */
export const secretsIn = (
  texts: readonly { call: string; text: string }[],
  secrets: readonly string[],
): string[] => {
  const plain = texts.map(({ call, text }) => ({
    call,
    text: text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, ''),
  }))
  const found = secrets.flatMap((secret) => {
    const whole = new RegExp(`(?<![\\d.,])${secret.replaceAll('.', String.raw`\.`)}(?!\\d)`)
    return plain.flatMap(({ call, text }) => (whole.test(text) ? `${call}: ${secret}` : []))
  })
  return [...new Set(found)]
}
