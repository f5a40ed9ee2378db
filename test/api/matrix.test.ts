/**
 * Calls every endpoint that takes an id, in every role, with the ids of the caller's record and another user's record,
 * a missing id, and a malformed id. `access.test.ts` tests only roles.
 */
import { randomUUID } from 'node:crypto'
import { roles, type Role } from '#domain/access.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import type { Caller, LooseInput, Reply } from '#test/support/caller.ts'
import { deactivateOthers, openDesk, type Desk } from '#test/support/desk.ts'
import {
  exceptions,
  expectedCells,
  places,
  type Cells,
  type Place,
} from '#test/support/matrix-expectations.ts'
import { security } from '#test/support/requirements.ts'
import { sampleInput } from '#test/support/rows-of-the-table.ts'
import { watchSecretReads, type SecretReads } from '#test/support/secret-reads.ts'
import type { Thing } from '#contract/example-ids.ts'
import { makeThing, storedThing } from '#test/support/things.ts'

it('covers every endpoint that takes an id', () => {
  const keys = places.map(({ key }) => key)
  for (const place of places) expect(() => expectedCells(place)).not.toThrow()
  expect(Object.keys(exceptions).filter((key) => !keys.includes(key))).toEqual([])
})

let desk: Desk
let admin: Person
let other: Person
let kept: { id: string }[]
let namedLoanId: string
let reads: SecretReads
const unexpectedReads = new Set<string>()
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  reads = await watchSecretReads(desk.db)
  admin = await desk.makeAdmin()
  other = await desk.makeLender()
  namedLoanId = (await desk.makeLoan()).id
  // With a commitment, the account can't move to another firm.
  await desk.makeCommitment(other, { id: namedLoanId }, { percentage: '1', isSoftCommit: 'true' })
  // Includes the administrator who creates all loans.
  kept = await desk.rows<{ id: string }>('select id from users')
})
afterEach(() => deactivateOthers(desk, kept))
afterAll(() => desk.close())

const makePerson: Record<Role, () => Promise<Person>> = {
  // The ids belong to a lender, because a visitor doesn't own any records.
  visitor: () => desk.makeLender(),
  pending: () => desk.makePending(),
  viewer: () => desk.makeMember('viewer'),
  lender: () => desk.makeMember('committer'),
  manager: () => desk.makeMember('manager'),
  admin: () => desk.makeAdmin(),
}

/** The things of which a pending person can't own one. */
const approvedThings: ReadonlySet<Thing> = new Set<Thing>([
  ...(['loan', 'boundLoan', 'closedLoan', 'softCommitment', 'bindingCommitment'] as const),
  ...(['receipt', 'allocation', 'round', 'offer', 'termsProposal', 'register'] as const),
  ...(['registerEntry', 'fundsReceipt', 'draftInstructions', 'verifiedInstructions'] as const),
])
const needsApproval = ({ thing }: Cells) => approvedThings.has(thing)

async function makeOwner(cells: Cells, role: Role) {
  const make = makeThing[cells.thing]
  if (!['pending', 'viewer'].includes(role) || !needsApproval(cells)) {
    const person = await makePerson[role]()
    return { person, own: await make(desk, person, role === 'admin' ? person : admin) }
  }
  // A pending account can own a commitment only if its approval was withdrawn after it committed, and a viewer only if
  // the person was a committer before.
  const lender = await desk.makeLender()
  const own = await make(desk, lender, admin)
  if (role === 'viewer') {
    await desk.rows("update users set firm_role = 'viewer' where id = $1", [lender.id])
    return { person: lender, own }
  }
  await admin.call('updateUser', { params: { id: lender.id }, body: { isApproved: 'false' } })
  const person = await desk.signIn(lender)
  expect(await person.call('getCurrentUser')).toMatchObject({ isApproved: 'false' })
  return { person, own }
}

async function makeOtherIds({ thing }: Cells, field: string) {
  const isPath = field === '*' || field === 'fileUrl'
  // Each call gets a new account, because some calls delete or deactivate the account.
  const stranger = thing === 'account' || thing === 'firm' ? await desk.makeLender() : other
  return {
    others: await makeThing[thing](desk, stranger, admin),
    missing: isPath ? `documents/${randomUUID()}` : randomUUID(),
    malformed: isPath ? '..' : 'x',
  }
}

async function inputWith({ name, where, field }: Place, id: string): Promise<LooseInput> {
  const upload = name === 'createPhoto' ? 'uploadedPhoto' : 'uploadedDocument'
  const registers = name === 'createPhoto' || name === 'createDocument'
  const sample = sampleInput(name, {
    loanId: namedLoanId,
    id: randomUUID(),
    userId: other.id,
    fileUrl: registers && field !== 'fileUrl' ? await makeThing[upload](desk, admin, admin) : 'x',
  })
  const { body } = sample
  const inBody = { ...sample, body: { ...body, [field]: id } }
  if (where === 'body') return inBody
  const namesTwice = body !== undefined && field in body && id !== 'x'
  return { ...(namesTwice ? inBody : sample), params: { ...sample.params, [field]: id } }
}

const cases = places.flatMap((place) =>
  roles.map((role): [string, Role, Place] => [place.key, role, place]),
)

describe.each(cases)('the call %s by a %s', (_key, role, place) => {
  it("responds as expected to the ids of the caller's and another user's records, a missing id, and a malformed id", async () => {
    const cells = expectedCells(place)
    const { person, own: ownId } = await makeOwner(cells, role)
    const caller: Caller = role === 'visitor' ? desk.visitor() : person
    const ids = await makeOtherIds(cells, place.field)
    const ask = async (id: string) => {
      const input = await inputWith(place, id)
      reads.take()
      const reply = await caller.send(place.name, input)
      for (const read of reads.takeUnexpected(place.name)) unexpectedReads.add(read)
      return reply
    }
    // The caller's own id is used last, because some calls delete the caller's account or end the caller's session.
    const replies = {
      others: await askAbout(cells, ids.others, ask),
      missing: await ask(ids.missing),
      malformed: await ask(ids.malformed),
      own: await askAbout(cells, ownId, ask),
    }
    security('8.2.2', '8.4.1', '11.5.1')
    const { own, others, missing, malformed } = replies
    expect([own, others, missing, malformed].map(({ status }) => status).join(' ')).toBe(
      cells[role],
    )
    // An error must not reveal whether the id exists.
    const mayTell = role === 'admin' && exceptions[place.key]?.tellsAdministrators
    if (others.status >= 400 && !mayTell)
      expect(withoutTraces(others)).toEqual(withoutTraces(missing))
    expect(desk.errors).toEqual([])
  })
})

it('reads password hashes and second factors only for verification', () => {
  security('15.3.1')
  expect([...unexpectedReads]).toEqual([])
})

async function askAbout({ thing }: Cells, id: string, ask: (id: string) => Promise<Reply>) {
  const before = await storedThing(desk, thing, id)
  expect(before, `the ${thing} ${id}`).toHaveLength(1)
  const reply = await ask(id)
  if (reply.status >= 400) expect(await storedThing(desk, thing, id)).toEqual(before)
  return reply
}

function withoutTraces({ status, text, headers }: Reply) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers
  return { status, text, headers: rest }
}

it("removes only the caller's favorite", async () => {
  const [one, two] = [await desk.makeLender(), await desk.makeLender()]
  const loanId = await makeThing.favorite(desk, one, admin)
  await two.call('removeFavorite', { params: { loanId } })
  expect(await one.call('listFavorites')).toHaveLength(1)
})

it('sets the author of a commitment or question from the session and ignores the body', async () => {
  security('8.3.1')
  const lender = await desk.makeLender()
  const { id: loanId } = await desk.makeLoan()
  const body = { loanId, percentage: '1', lenderId: other.id }
  expect((await lender.call('createCommitment', { body })).lenderId).toBe(lender.id)
  const question = { loanId, message: 'When is closing?', userId: other.id, recipientId: other.id }
  expect(await lender.call('createMessage', { body: question })).toMatchObject({
    userId: lender.id,
    recipientId: null,
  })
})

it('lists only the data that belongs to the caller', async () => {
  security('8.2.2')
  const ownLists = [
    { list: 'listOwnCommitments', thing: 'softCommitment' },
    { list: 'listOwnHoldings', thing: 'softCommitment' },
    { list: 'listNotifications', thing: 'notification' },
    { list: 'listSessions', thing: 'session' },
    { list: 'listFavorites', thing: 'favorite' },
    { list: 'listSavedFilters', thing: 'savedFilter' },
  ] as const
  for (const { list, thing } of ownLists) {
    const theirs = await makeThing[thing](desk, other, admin)
    for (const role of ['lender', 'admin'] as const) {
      const person = await makePerson[role]()
      const own = await makeThing[thing](desk, person, admin)
      const { text } = await person.send(list)
      expect(text, `${list} as ${role}`).toContain(own)
      expect(text, `${list} as ${role}`).not.toContain(theirs)
    }
  }
})
