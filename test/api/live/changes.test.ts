/**
 * A call that changes data records the topics that its endpoint declares. These topics must cover every response that
 * the call changes.
 */
import { isShape, type Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { ownSubject, splitTopic, type Topic } from '#contract/live/topics.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordedChange } from '#server/live/reader.ts'
import type { Person } from '#test/support/builders.ts'
import {
  changingCalls,
  prepareAct,
  setScene,
  type ChangingCall,
  type Scene,
} from '#test/support/changing-acts.ts'
import { deactivateOthers, openDesk, type Desk } from '#test/support/desk.ts'
import { rowsOfTheTable } from '#test/support/rows-of-the-table.ts'

let desk: Desk
let creators: { id: string }[]
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  // Signs in the administrator who creates all loans.
  await desk.makeLoan()
  creators = await desk.rows<{ id: string }>('select id from users')
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.rows('delete from changes')
  await deactivateOthers(desk, creators)
})

async function changesOf(act: () => Promise<unknown>): Promise<RecordedChange[]> {
  const [{ last } = { last: '0' }] = await desk.rows<{ last: string }>(
    'select coalesce(max(id), 0) as last from changes',
  )
  await act()
  return desk.rows<RecordedChange>(
    'select topic, subject, audience from changes where id > $1 order by id',
    [last],
  )
}

const shown = rowsOfTheTable.filter(
  ([, { method, response }]) => method === 'GET' && isShape(response),
)

async function readAnswers(person: Person, { loan, lender }: Scene) {
  const answers = new Map<EndpointName, string>()
  await Promise.all(
    shown.map(async ([name, { path }]) => {
      const params = { id: path.includes('/loans/') ? loan.id : lender.id, loanId: loan.id }
      const query = { loanId: loan.id, loanIds: loan.id }
      const { status, text } = await person.send(name, { params, query })
      if (status !== 401) answers.set(name, `${status} ${text.replace(/"asOf":"[^"]*"/, '')}`)
    }),
  )
  return answers
}

function isFollowed(
  { shows = [] }: Endpoint,
  change: RecordedChange,
  person: Person,
  scene: Scene,
) {
  const audiences = [null, person.id, ...(person === scene.admin ? ['admins'] : [])]
  return (
    audiences.includes(change.audience) &&
    shows.map(splitTopic).some(({ topic, subjectName }) => {
      const id = subjectName === ownSubject ? person.id : scene.loan.id
      const isNarrowed = subjectName !== undefined && change.subject !== null
      return topic === change.topic && (!isNarrowed || id === change.subject)
    })
  )
}

/** These responses can change without an event from this call, because other users also make changes. */
const unfollowed: Partial<Record<ChangingCall, readonly EndpointName[]>> = {
  login: ['listUsers', 'listFirms', 'getOwnFirm'],
  removeFavorite: ['getAnnouncementAudience'],
  visitLoan: ['listLoanLenders', 'getPipeline'],
  getObject: ['listLoanDocuments', 'getPipeline', 'getFirstSteps'],
  downloadDocuments: ['listLoanDocuments', 'getPipeline', 'getFirstSteps'],
  getDocumentSheet: ['listLoanDocuments', 'getPipeline', 'getFirstSteps'],
  // The first signed paper of an installation makes the key.
  exportRegisterAsPdf: ['getReceiptKeys'],
  getCertificate: ['getReceiptKeys'],
}

describe('topics recorded by an endpoint', () => {
  it.each(changingCalls)('records the topics of every response that %s changes', async (name) => {
    const scene = await setScene(desk)
    const act = await prepareAct(name)(scene)
    const people = [scene.admin, scene.lender]
    const readAll = () => Promise.all(people.map((person) => readAnswers(person, scene)))
    let before: Awaited<ReturnType<typeof readAll>> = []
    let after = before
    const written = await changesOf(async () => {
      before = await readAll()
      await act()
      after = await readAll()
    })
    const missed = people.flatMap((person, index) =>
      // If the user's session has ended, the page opens the login page, so no event is needed.
      [before, after].some((answers) => answers[index]?.get('getCurrentUser') === undefined)
        ? []
        : shown.flatMap(([call, row]) => {
            const [was, is] = [before[index]?.get(call), after[index]?.get(call)]
            const isSame = was === undefined || is === undefined || was === is
            return isSame || written.some((change) => isFollowed(row, change, person, scene))
              ? []
              : [call]
          }),
    )
    expect(missed.filter((call) => !unfollowed[name]?.includes(call))).toEqual([])
    const row: Endpoint = endpoints[name]
    for (const { topic, subjectName } of (row.changes ?? []).map(splitTopic)) {
      const ofTopic = written.filter((each) => each.topic === topic)
      expect(ofTopic.length, topic).toBeGreaterThan(0)
      if (subjectName !== undefined)
        expect(
          ofTopic.every(({ subject }) => subject !== null),
          `the loan of ${topic}`,
        ).toBe(true)
    }
    // A recorded topic that the endpoint doesn't declare is logged as an error, here and in all other tests.
    expect(desk.errors).toEqual([])
  })
})

const of = (rows: RecordedChange[], topic: Topic) => rows.filter((row) => row.topic === topic)

describe('recipients of change events', () => {
  it('announces a change to a loan to all users who can see the loan, and a change to a position only to its lender', async () => {
    const { lender, loan } = await setScene(desk)
    const rows = await changesOf(() => desk.makeCommitment(lender, loan))
    const changed = of(rows, 'book')
    expect(changed).toHaveLength(2)
    expect(changed).toContainEqual({ topic: 'book', subject: loan.id, audience: null })
    expect(changed).toContainEqual({ topic: 'book', subject: lender.id, audience: lender.id })
  })

  it('sends a question and its answer only to the lender and administrators', async () => {
    const { admin, lender, loan } = await setScene(desk)
    const expected = ['admins', lender.id].map((audience) => ({
      topic: 'messages',
      subject: loan.id,
      audience,
    }))
    const body = { loanId: loan.id, message: 'When is closing?' }
    const asked = await changesOf(() => lender.call('createMessage', { body }))
    expect(of(asked, 'messages')).toEqual(expected)
    const answered = await changesOf(() =>
      admin.call('createMessage', { body: { ...body, recipientId: lender.id } }),
    )
    expect(of(answered, 'messages')).toEqual(expected)
    const announced = await changesOf(() => admin.call('createMessage', { body }))
    expect(of(announced, 'messages')).toEqual([
      { topic: 'messages', subject: loan.id, audience: null },
    ])
  })

  it('sends notifications, favorites, and session changes only to the user they belong to', async () => {
    const { admin, lender, loan } = await setScene(desk)
    const told = await changesOf(() =>
      admin.call('createMessage', { body: { loanId: loan.id, message: 'Closing is in May.' } }),
    )
    expect(of(told, 'notifications').map(({ audience }) => audience)).toEqual([lender.id])
    const params = { loanId: loan.id }
    const favored = await changesOf(() => lender.call('removeFavorite', { params }))
    expect(of(favored, 'favorites')).toEqual([
      { topic: 'favorites', subject: null, audience: lender.id },
    ])
    const signedIn = await changesOf(() => desk.signIn(lender))
    expect(of(signedIn, 'sessions')).toEqual([
      { topic: 'sessions', subject: null, audience: lender.id },
    ])
  })
})

describe('requests that record no change', () => {
  it('records no change for a rejected request', async () => {
    const { lender, loan } = await setScene(desk)
    await desk.makeCommitment(lender, loan, { percentage: '60' })
    const body = { loanId: loan.id, percentage: '60' }
    const rows = await changesOf(() => lender.refusal('createCommitment', { body }))
    expect(of(rows, 'book')).toEqual([])
    expect(of(rows, 'notifications')).toEqual([])
  })

  it('records no change for a repeated request with the same key', async () => {
    const { lender, loan } = await setScene(desk)
    const input = {
      body: { loanId: loan.id, percentage: '10' },
      headers: { 'idempotency-key': 'once' },
    }
    const first = await changesOf(() => lender.call('createCommitment', input))
    const again = await changesOf(() => lender.call('createCommitment', input))
    expect(of(first, 'book')).toHaveLength(2)
    expect(of(again, 'book')).toEqual([])
  })
})
