/** The Idempotency-Key header, for every call that accepts it. See also `book/commitments-keys.test.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { realExample, setScene } from '#test/support/changing-acts.ts'
import { fingerprint } from '#test/support/counts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendFile } from '#test/support/importing.ts'
import { rowsOfTheTable } from '#test/support/rows-of-the-table.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

type Headers = Record<string, string>
interface Repeated {
  send: (headers: Headers) => Promise<Reply>
  sendOther: (headers: Headers) => Promise<Reply>
}

const importing = (kind: 'loans' | 'lenders', file: string, other: string): Repeated => {
  const query = { kind, filename: 'Import.csv' }
  return {
    send: (headers) => sendFile(admin, 'import', query, file, headers),
    sendOther: (headers) => sendFile(admin, 'import', query, other, headers),
  }
}

const loansFile = 'Title,Borrower,Amount,Rate,Term\nPier 4,Pier LLC,1000000,7.25,24\n'

const imports: Partial<Record<EndpointName, () => Repeated>> = {
  importLoans: () => importing('loans', loansFile, loansFile.replace('Pier 4', 'Pier 5')),
  importLenders: () => importing('lenders', 'Email\nada@example.com\n', 'Email\nben@example.com\n'),
}

/** Returns the endpoint's example with existing ids, once unchanged and once with one body field removed or changed. */
async function repeat(name: EndpointName, { body: shape }: Endpoint): Promise<Repeated> {
  const { caller, input } = await realExample(name, await setScene(desk))
  // The body of every example is an object.
  const body = input.body as Record<string, unknown>
  const other = Object.entries(body)
    .flatMap(([field, value]) => [
      { ...body, [field]: undefined },
      { ...body, [field]: `${String(value)}!` },
    ])
    .find((each) => shape?.safeParse(each).success)
  return {
    send: (headers) => caller.send(name, { ...input, headers }),
    sendOther: (headers) => caller.send(name, { ...input, body: other, headers }),
  }
}

const everything = async () => [
  await fingerprint(desk),
  await desk.rows('select count(*) from audit'),
]

it.each(rowsOfTheTable.filter(([, row]) => row.idempotent))(
  'returns the same response to a repeated %s request and rejects the same key with a different body',
  async (name, row) => {
    const { send, sendOther } = imports[name]?.() ?? (await repeat(name, row))
    const headers = { 'idempotency-key': `one-${name}` }
    const answers = await Promise.all([send(headers), send(headers)])
    const [first] = answers
    expect([200, 201], first.text).toContain(first.status)
    const before = await everything()

    for (const answer of [...answers, await send(headers)])
      expect([answer.status, readJson(answer)]).toEqual([first.status, readJson(first)])
    const refused = await sendOther(headers)
    expect([refused.status, readRefusal(refused).code]).toEqual([409, 'key_reused'])
    expect(await everything()).toEqual(before)
  },
)
