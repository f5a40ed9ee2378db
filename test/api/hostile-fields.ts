/**
 * Sends hostile values in every field of every call. The server must reject each value with a message or store it as
 * plain text.
 */
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { makeByKind } from '#domain/loans/fields.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { fillIn, isRefusal, readJson, type Reply } from '#test/support/caller.ts'
import { fingerprint } from '#test/support/counts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { openTraps, type Traps } from '#test/tools/hostile/traps.ts'
import { hostileJson, hostileTexts } from '#test/support/hostile-values.ts'
import { security } from '#test/support/requirements.ts'
import { fieldsOf, rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'

let desk: Desk
let admin: Person
let traps: Traps
let subjects: Parameters<typeof sampleInput>[1]
let foreignIds: Record<string, string>

/**
 * Returns a visitor for public endpoints, because some of them, such as sign-in, would replace the caller's session.
 * Returns an administrator for all other endpoints.
 */
const senderTo = ({ access }: Endpoint) => (access === 'anyone' ? desk.visitor() : admin)

/** Texts that run a command if a shell executes them, or contact a server if the app fetches them. */
function trapTexts(): Record<string, string> {
  const { '~canary~': canary, '~marker~': marker } = traps.meanings
  return {
    'an address to fetch': `http://${canary}/picture.png`,
    'an address without a scheme': `//${canary}/picture.png`,
    'a command': `x'; $(touch ${marker}) \`touch ${marker}\` #`,
  }
}

const isDecimal = (value: unknown) =>
  typeof value === 'string' && /^\s*\d{1,400}(\.\d{1,2})?\s*$/.test(value)
const isRate = (value: unknown) =>
  typeof value === 'string' && /^\s*\d{1,3}(\.\d{1,5})?\s*$/.test(value)
/** These fields accept zero, and minus zero counts as zero. */
const isZeroOrMore = (value: unknown) => value === '-0' || isDecimal(value)
const isNothing = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '')
const isFlag = (value: unknown) => value === 'true' || value === 'false'
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)
const optionally = (accepts: (value: unknown) => boolean) => (value: unknown) =>
  isNothing(value) || accepts(value)

/**
 * The hostile values that each field may accept. Any field that isn't listed may accept an empty value or text without
 * NUL.
 */
const isText = (value: unknown) =>
  isNothing(value) || (typeof value === 'string' && !value.includes('\0') && value.length <= 6000)

const mayTake: Record<string, (value: unknown) => boolean> = {
  ...makeByKind({
    text: () => isText,
    money: ({ mayBeZero }) => optionally(mayBeZero ? isZeroOrMore : isDecimal),
    percent: ({ mayBeZero }) => optionally(mayBeZero ? isZeroOrMore : isDecimal),
    rate: ({ mayBeZero }) =>
      optionally((value) => isRate(value) || (mayBeZero === true && value === '-0')),
    quantity: () => optionally(isDecimal),
    months: () => optionally((value) => isDecimal(value) || Number.isInteger(value)),
    day: () => optionally(() => false),
    moment: () => optionally(() => false),
    choice: () => optionally(() => false),
  }),
  amount: isDecimal,
  interestRate: isDecimal,
  term: (value) => isDecimal(value) || Number.isInteger(value),
  status: optionally((value) => value === 'open'),
  percentage: isDecimal,
  isSoftCommit: isFlag,
  isCover: isFlag,
  contentType: () => false,
  fileType: () => false,
  w: () => false,
  isAdmin: isFlag,
  isApproved: isFlag,
  notifyByEmail: isFlag,
  // If a client sends an invalid position, the server makes the client reload all data.
  since: () => true,
  loanId: isId,
  recipientId: optionally(isId),
  email: (value) => typeof value === 'string' && /^\s*[^\s@]+@[^\s@]+\s*$/.test(value),
  limit: isDecimal,
  state: optionally((value) => value === 'queued'),
  'listExposedLoans state': isText,
  // A list of firms may be empty.
  firms: (value) => Array.isArray(value) && value.length === 0,
  // The size of a file, unlike the size of a property, is a number.
  'createDocumentUpload size': Number.isInteger,
  'createPhotoUpload size': Number.isInteger,
  // None of the hostile values is a valid entry type or date.
  kind: optionally(() => false),
  from: optionally(() => false),
  to: optionally(() => false),
  lenderId: optionally((value) => typeof value === 'string'),
  userId: optionally((value) => typeof value === 'string'),
  photo: optionally((value) => typeof value === 'string'),
  // The server ignores a path that isn't a page of the app.
  returnTo: optionally((value) => typeof value === 'string'),
}
const takenBy = (name: EndpointName, field: string, sample?: unknown) =>
  mayTake[`${name} ${field}`] ??
  mayTake[field] ??
  (typeof sample === 'number' ? Number.isInteger : isText)

function expectClearAnswer(reply: Reply, what: string) {
  const clear = reply.status < 300 || (reply.status >= 400 && reply.status < 500)
  expect(clear, `${what}: ${reply.status} ${reply.text.slice(0, 300)}`).toBe(true)
  if (reply.status < 300) return
  const body = readJson(reply)
  expect(isRefusal(body), `${what}: ${reply.text}`).toBe(true)
  // This is the validation library's default message, which isn't written for users.
  expect(reply.text, what).not.toContain('Invalid input')
}

interface Attempt {
  what: string
  send: () => Promise<Reply>
  /** Returns whether the field may accept the value. Accepting any other value fails the test. */
  mayBeTaken: boolean
}

/**
 * First sends the values that may be accepted, and then the others, which must be rejected. Rejected requests store
 * nothing, so the second part must not change the database.
 */
async function trySome(all: Attempt[], most: number) {
  const attempts = someOf(all, most)
  const refused: Attempt[] = []
  const isTaken = async ({ what, send }: Attempt) => {
    const reply = await send()
    expectClearAnswer(reply, what)
    return reply.status < 300
  }
  await eachOf(
    attempts.filter(({ mayBeTaken }) => mayBeTaken),
    async (attempt) => void ((await isTaken(attempt)) || refused.push(attempt)),
  )
  await untilResetMailsSent()
  const before = await fingerprint(desk)
  await eachOf([...attempts.filter(({ mayBeTaken }) => !mayBeTaken), ...refused], async (attempt) =>
    expect(await isTaken(attempt), `${attempt.what} was taken`).toBe(false),
  )
  expect(await fingerprint(desk)).toEqual(before)
}

function someOf<Item>(all: readonly Item[], most: number): Item[] {
  const left = [...all]
  const count = Math.min(most, all.length)
  return Array.from({ length: count }, () =>
    left.splice(Math.floor(Math.random() * left.length), 1),
  ).flat()
}

async function eachOf<Item>(items: readonly Item[], act: (item: Item) => Promise<void>) {
  const left = items.values()
  const goOn = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: 4 }, goOn))
}

/** A reset link is created only when its email is sent, some time after the request. */
const untilResetMailsSent = () =>
  expect
    .poll(
      () =>
        desk.rows("select 1 from mails where kind = 'passwordReset' and sent_at is null limit 1"),
      { timeout: 30_000 },
    )
    .toEqual([])

const bodyFields = rowsOfTheTable.flatMap(([name, row]) =>
  fieldsOf(row.body).map((field): [EndpointName, string, Endpoint] => [name, field, row]),
)
const queryFields = rowsOfTheTable.flatMap(([name, row]) =>
  fieldsOf(row.query).map((field): [EndpointName, string, Endpoint] => [name, field, row]),
)
const pathFields = rowsOfTheTable.flatMap(([name, row]) =>
  [...row.path.matchAll(/:(\w+)|(\*)$/g)].map((match): [EndpointName, string, Endpoint] => [
    name,
    match[1] ?? '*',
    row,
  ]),
)

/** Declares the tests. Each test sends at most `valuesOfField` hostile values in a field. */
export function hostileFields(valuesOfField: number) {
  beforeAll(async () => {
    desk = await openDesk({ RATE_LIMIT: 'off' })
    traps = await openTraps()
    admin = await desk.makeAdmin()
    const other = await desk.makeLender()
    const loan = await desk.makeLoan()
    const own = await desk.makeCommitment(admin, loan, { percentage: '1', isSoftCommit: 'true' })
    const theirs = await desk.makeCommitment(other, loan, { percentage: '1', isSoftCommit: 'true' })
    const document = await desk.makeDocument(loan)
    subjects = { loanId: loan.id, id: own.id, userId: other.id, fileUrl: document.fileUrl }
    foreignIds = {
      "somebody else's commitment": theirs.id,
      'a person': other.id,
      'a document': document.id,
    }
  })

  afterAll(async () => {
    await desk.close()
    await traps.close()
  })

  describe.each(bodyFields)('%s with hostile values in the body field %s', (name, field, row) => {
    it('rejects hostile values in a body field with a message or stores the values as text', async () => {
      security('1.2.4', '1.3.11', '1.4.2', '2.2.1', '2.2.2', '15.3.5', '15.3.7')
      const given = sampleInput(name, subjects)
      const sample = { ...given.body } as Record<string, unknown>
      const { [field]: _left, ...rest } = sample
      const values = new Map(Object.entries(hostileJson))
      for (const [what, text] of Object.entries({ ...foreignIds, ...trapTexts() }))
        values.set(what, JSON.stringify(text))
      const json = JSON.stringify(rest)
      const attempts = [...values].map(([what, value]): Attempt => {
        const body = `${json.slice(0, -1)}${json === '{}' ? '' : ','}${JSON.stringify(field)}:${value}}`
        return {
          what,
          mayBeTaken: takenBy(name, field, sample[field])(JSON.parse(value)),
          send: () =>
            senderTo(row).request(row.method, fillIn(row.path, given.params), {
              headers: { 'content-type': 'application/json' },
              body,
            }),
        }
      })
      await trySome(attempts, valuesOfField)
      expect(desk.errors).toEqual([])
    }, 120_000)
  })

  describe.each(queryFields)('%s with hostile values in the query field %s', (name, field, row) => {
    it('rejects hostile values in a query field with a message or stores the values as text', async () => {
      security('1.2.4', '1.3.11', '1.4.2', '2.2.1', '2.2.2', '15.3.5', '15.3.7')
      const given = sampleInput(name, subjects)
      const { [field]: _left, ...rest } = given.query ?? {}
      const address = fillIn(row.path, given.params)
      const attempts: Attempt[] = []
      const ask = (what: string, query: string, mayBeTaken = true) =>
        attempts.push({
          what,
          mayBeTaken,
          send: () => senderTo(row).request(row.method, `${address}?${query}`),
        })
      const others = new URLSearchParams(rest)
      const texts = { ...hostileTexts, ...trapTexts() }
      for (const [what, text] of Object.entries(texts))
        // With a longer text, the URL would be rejected as too long before the app checks the field.
        ask(
          what,
          `${others}&${new URLSearchParams({ [field]: text.slice(0, 6000) })}`,
          takenBy(name, field)(text),
        )
      ask('as a list', `${field}[]=1`)
      ask('as an object', `${field}[x]=1&${field}.y=2`)
      ask('raw bytes', `${field}=%ff%fe`)
      ask('half an escape', `${field}=%`)
      ask('a raw NUL', `${field}=%00`)
      ask('a prototype', `__proto__=1&constructor=2&${field}=x`)
      await trySome(attempts, valuesOfField)
      expect(desk.errors).toEqual([])
    })
  })

  it.each(queryFields)(
    'rejects a request to %s that repeats the query field %s',
    async (...given) => {
      security('15.3.7')
      const [name, field, row] = given
      const { params, query } = sampleInput(name, subjects)
      const sample = new URLSearchParams({ [field]: 'x', ...query })
      const address = fillIn(row.path, params)
      // A repeated parameter must be rejected whether its values are the same or different.
      for (const again of [sample.get(field) ?? '', '1']) {
        const search = new URLSearchParams(sample)
        search.append(field, again)
        const reply = await senderTo(row).request(row.method, `${address}?${search}`)
        expect(reply.status, `${search}: ${reply.text}`).toBe(400)
        expectClearAnswer(reply, `${search}`)
      }
    },
  )

  describe.each(pathFields)(
    '%s with hostile values in the path parameter %s',
    (name, field, row) => {
      it('returns 404 for hostile values in the path', async () => {
        security('2.2.1')
        const given = sampleInput(name, subjects)
        const attempts: Attempt[] = []
        for (const [what, text] of Object.entries({
          ...hostileTexts,
          ...foreignIds,
          ...trapTexts(),
        })) {
          // A URL can't contain a lone surrogate.
          const spelled = encodeURIComponent(text.slice(0, 8000).toWellFormed())
          const params = { ...given.params, [field]: field === '*' ? spelled : text.toWellFormed() }
          if (text.length > 8000 || (field !== '*' && text === '')) continue
          attempts.push({
            what,
            // Removing a favorite succeeds even if the favorite doesn't exist.
            mayBeTaken: name === 'removeFavorite' || foreignIds[what] !== undefined,
            send: () => senderTo(row).send(name, { ...given, params }),
          })
        }
        await trySome(attempts, valuesOfField)
        expect(desk.errors).toEqual([])
      })
    },
  )

  it('keeps the administrator signed in throughout the hostile requests', async () => {
    expect((await admin.send('listUsers')).status).toBe(200)
  })

  it('never fetches a URL or runs a command from a submitted field', async () => {
    security('1.2.5', '1.3.6', '13.2.5')
    expect(await traps.complaints()).toEqual([])
  })
}
