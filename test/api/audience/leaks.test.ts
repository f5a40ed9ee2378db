/** Searches everything that others receive for traces of a loan for invited firms. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { setAudience } from '#test/support/audiences.ts'
import type { Person } from '#test/support/builders.ts'
import type { Caller } from '#test/support/caller.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { followEvents } from '#test/support/event-stream.ts'
import { untilMailedAtOnce } from '#test/support/notices.ts'
import { untilPassed } from '#test/support/passed-changes.ts'
import { exampleOf, rowsOfTheTable } from '#test/support/rows-of-the-table.ts'
import { expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })
const pending = await desk.makePending()
const others: Record<string, Caller> = { visitor: desk.visitor(), pending, 'not admitted': lena }

const secret = {
  title: 'Zephyr Quarry Tower',
  borrowerName: 'Zephyr Quarry Holdings',
  amount: '7654321.00',
  propertyAddress: '99 Zephyr Quarry Road, Ogunquit, ME 03907',
  propertyType: 'Zephyr Storage',
  commitmentDeadline: '2031-04-05T22:00:00.000Z',
} as const
const secrets = ['Zephyr', '7654321', '7,654,321', 'Ogunquit', '$7.7M', '$7.65M']

/** These answers contain a time, and so differ in each call. */
const changing: readonly EndpointName[] = [
  ...(['listSessions', 'exportStatement', 'exportLoansAsXlsx', 'exportPositionAsXlsx'] as const),
  ...(['exportPositionAsCsv', 'streamEvents', 'visitDesk', 'getApiDocs'] as const),
]

const searches: [EndpointName, Record<string, string>][] = [
  ['search', { q: 'Zephyr' }],
  ['search', { q: 'Quarry' }],
  ...['Zephyr', 'Holdings'].map((search): [EndpointName, Record<string, string>] => [
    'listLoans',
    { search },
  ]),
  ['listLoans', { location: 'Ogunquit' }],
  ['listLoans', { location: 'ME' }],
  ['listLoans', { propertyType: 'Zephyr Storage' }],
  ...['-amount', 'title', '-title', 'available', '-rate'].map(
    (sort): [EndpointName, Record<string, string>] => ['listLoans', { sort, limit: '1' }],
  ),
  ['getLoanTotals', { amountMin: '7000000' }],
  ['getLoanTotals', {}],
  ['exportLoansAsCsv', { search: 'Zephyr' }],
]

const readCalls = rowsOfTheTable.filter(
  ([name, row]: [EndpointName, Endpoint]) =>
    row.method === 'GET' && !/[:*]/.test(row.path) && !changing.includes(name),
)

/** Everything that the reader gets, by call: status, tag, links and text. */
async function receive(reader: Caller): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const asked: [EndpointName, Record<string, string>][] = [
    ...readCalls.map(([name]): [EndpointName, Record<string, string>] => {
      const { query = {} } = exampleOf(name)
      return [name, name === 'search' || name === 'getCalendarFeed' ? query : {}]
    }),
    ...searches,
  ]
  for (const [name, query] of asked) {
    const { status, text, headers } = await reader.send(name, { query })
    const { etag = '', link = '' } = headers
    found.set(`${name} ${JSON.stringify(query)}`, [status, etag, link, text].join('\n'))
  }
  const landing = await reader.request('GET', '/')
  found.set('landing page', landing.text)
  return found
}

async function feedOf(reader: Person): Promise<string> {
  const { url } = await reader.call('createCalendarAddress')
  const { pathname, search } = new URL(url)
  return (await desk.visitor().request('GET', `${pathname}${search}`)).text
}

const mailsTo = (people: readonly Person[]) =>
  desk.rows<{ all: string }>(
    'select concat_ws(chr(10), subject, body, html) as all from mails where recipient = any($1)',
    [people.map(({ email }) => email)],
  )

const withoutTraces = (where: string, text: string, ids: readonly string[]) => {
  for (const trace of [...secrets, ...ids])
    expect(text.includes(trace), `${where} contains ${trace}: ${text.slice(0, 400)}`).toBe(false)
}

it(
  'leaves no trace of a loan for invited firms with anyone else while it is made, discussed and committed to',
  { timeout: 120_000 },
  async () => {
    await Promise.all(
      [1, 2, 3].map((n) => desk.makeLoan({ title: `Pier ${n}`, amount: `${n}00000.00` })),
    )
    await lena.call('createSavedFilter', { body: { name: 'All', isNotifying: 'true' } })
    await desk.makeCommitment(lena, await desk.makeLoan({ title: 'Own' }))
    for (const person of [olga, lena, luis, pending]) await untilMailedAtOnce(desk, person)
    await untilPassed(desk)
    const streams = await Promise.all([lena, pending].map(followEvents))
    const before = new Map<string, Map<string, string>>()
    for (const [name, reader] of Object.entries(others)) before.set(name, await receive(reader))

    const draft = await olga.call('createLoan', {
      body: { ...exampleTerms, ...secret, isDraft: 'true' },
    })
    const { id } = draft
    const params = { id }
    await setAudience(desk, olga, draft, 'invited', [luis])
    expect(await olga.call('getPublication', { params })).toMatchObject({ lendersToNotify: 1 })
    await olga.call('publishLoan', { params, body: {} })
    const document = await desk.makeDocument(draft, { filename: 'Zephyr Appraisal.pdf' })
    await olga.call('updateDocument', { params: { id: document.id }, body: { group: 'appraisal' } })
    const photo = await desk.makePhoto(draft, { isCover: true, filename: 'Zephyr.png' })
    await luis.call('addFavorite', { body: { loanId: id } })
    await luis.call('createMessage', { body: { loanId: id, message: 'When does Zephyr close?' } })
    await olga.call('createMessage', {
      body: { loanId: id, message: 'Zephyr closes in May.', recipientId: luis.id },
    })
    await olga.call('createMessage', { body: { loanId: id, message: 'Zephyr: news for all.' } })
    await olga.call('updateLoan', { params, body: { interestRate: '8.25' } })
    const soft = await desk.makeCommitment(luis, draft, { percentage: '5', isSoftCommit: 'true' })
    await luis.call('makeCommitmentBinding', { params: { id: soft.id }, body: {} })
    await olga.call('releaseCommitment', { params: { id: soft.id }, body: { reason: 'Sold' } })
    for (const person of [olga, lena, luis, pending]) await untilMailedAtOnce(desk, person)
    await untilPassed(desk)

    const ids = [id, document.id, document.fileUrl, photo.id, photo.fileUrl]
    for (const [name, reader] of Object.entries(others)) {
      const after = await receive(reader)
      for (const [call, text] of after) {
        withoutTraces(`${name}, ${call}`, text, ids)
        // Counts, tags and links stay too.
        expect(text, `${name}, ${call}`).toBe(before.get(name)?.get(call))
      }
    }
    for (const name of changing.filter((each) => each !== 'streamEvents' && each !== 'visitDesk'))
      withoutTraces(name, (await lena.send(name)).text, ids)
    withoutTraces('Visit of the desk', (await lena.send('visitDesk')).text, ids)
    withoutTraces('Calendar', await feedOf(lena), ids)
    for (const { all } of await mailsTo([lena, pending])) withoutTraces('Email', all, ids)
    for (const stream of streams) {
      withoutTraces('Events', stream.text(), ids)
      stream.close()
    }
    // The admitted firm got all of it.
    expect((await luis.send('listNotifications')).text).toContain('Zephyr')
    expect(await feedOf(luis)).toContain('Zephyr')

    await olga.call('updateLoan', { params, body: { status: 'Closing' } })
    await olga.call('deleteLoan', { params })
    for (const [name, reader] of Object.entries(others))
      for (const [call, text] of await receive(reader)) withoutTraces(`${name}, ${call}`, text, ids)
  },
)

it(
  'takes a loan away from everyone else once it is for invited firms only, also after its end',
  { timeout: 60_000 },
  async () => {
    const loan = await desk.makeLoan({ ...exampleTerms, ...secret })
    await lena.call('addFavorite', { body: { loanId: loan.id } })
    await lena.call('createMessage', { body: { loanId: loan.id, message: 'Zephyr?' } })
    await olga.call('createMessage', { body: { loanId: loan.id, message: 'Zephyr!' } })
    expect((await lena.send('listNotifications')).text).toContain('Zephyr')
    await untilPassed(desk)
    const [{ since } = { since: '' }] = await desk.rows<{ since: string }>(
      'select min(xid)::text as since from changes where subject = $1',
      [loan.id],
    )
    await setAudience(desk, olga, loan, 'invited', [luis])
    const check = async () => {
      for (const [name, reader] of Object.entries(others))
        for (const [call, text] of await receive(reader))
          withoutTraces(`${name}, ${call}`, text, [loan.id])
    }
    await check()
    await untilPassed(desk)
    const changes = await desk.rows<{ audience: string | null; topic: string }>(
      'select audience, topic from changes where subject = $1 and audience is null and xid > $2::text::xid8',
      [loan.id, since],
    )
    // Only the events of the narrowing itself name the loan to everyone who saw it.
    expect(new Set(changes.map(({ topic }) => topic)).size).toBe(changes.length)
    await olga.call('deleteLoan', { params: { id: loan.id } })
    await check()
  },
)

const exampleTerms = { interestRate: '8.10', term: 24, status: 'open' } as const
