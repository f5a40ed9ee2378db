/**
 * Calls every endpoint in every role, and checks who has access, how other callers are rejected, and the headers of
 * each response.
 */
import { randomUUID } from 'node:crypto'
import { roles, type Access, type Role } from '#domain/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRefusal, type Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { expectSafeHeaders } from '#test/support/safe-headers.ts'
import { security, spec } from '#test/support/requirements.ts'
import { rowsOfTheTable, sampleInput } from '#test/support/rows-of-the-table.ts'
import { watchSecretReads, type SecretReads } from '#test/support/secret-reads.ts'

const signInFirst = '401 unauthorized: Unauthorized: please sign in'
const awaiting = '403 forbidden: Your account is awaiting approval'
const viewsOnly = '403 forbidden: You can read for your firm, not commit'
const managersOnly = '403 forbidden: Only a manager of your firm can do this'
const forbidden = '403 forbidden: You do not have permission to do this'

/** Expected results are listed rather than computed so that the test can't repeat a mistake in the access rules. */
const ofFirm = (same: string) => ({ viewer: same, lender: same, manager: same })
const expected: Record<Access, Record<Role, string>> = {
  anyone: { visitor: 'in', pending: 'in', ...ofFirm('in'), admin: 'in' },
  reader: { visitor: 'in', pending: 'in', ...ofFirm('in'), admin: 'in' },
  signedIn: { visitor: signInFirst, pending: 'in', ...ofFirm('in'), admin: 'in' },
  viewer: { visitor: signInFirst, pending: awaiting, ...ofFirm('in'), admin: 'in' },
  lender: {
    ...{ visitor: signInFirst, pending: awaiting, ...ofFirm('in'), admin: 'in' },
    viewer: viewsOnly,
  },
  manager: {
    ...{ visitor: signInFirst, pending: awaiting, ...ofFirm(managersOnly), admin: 'in' },
    manager: 'in',
  },
  admin: { visitor: signInFirst, pending: forbidden, ...ofFirm(forbidden), admin: 'in' },
}
const expectedWithPrivateLoans = {
  ...expected,
  reader: { ...expected.reader, visitor: signInFirst },
}

/** These errors, for a wrong password or an unknown token, occur only after the access check. */
const ownRefusals = [
  'Invalid email or password',
  "This upload address isn't valid",
  'Only lenders can pass on a loan',
]

/** Returns the error code, or `in` if the caller has access. */
async function verdict(caller: Caller, name: (typeof rowsOfTheTable)[number][0], input: object) {
  const reply = await caller.send(name, input)
  expectSafeHeaders(name, reply)
  if (reply.status !== 401 && reply.status !== 403) {
    expect(reply.status, reply.text).toBeLessThan(500)
    return 'in'
  }
  const { code, message, fields } = readRefusal(reply)
  expect(fields).toBeUndefined()
  return ownRefusals.includes(message) ? 'in' : `${reply.status} ${code}: ${message}`
}

describe.each([
  { publicLoans: 'on', table: expected },
  { publicLoans: 'off', table: expectedWithPrivateLoans },
])('access rules with PUBLIC_LOANS=$publicLoans', ({ publicLoans, table }) => {
  let desk: Desk
  let makeCaller: Record<Role, () => Promise<Caller>>
  let existing: { loanId: string; id: string; userId: string; fileUrl: string }
  let reads: SecretReads
  const unexpectedReads = new Set<string>()

  beforeAll(async () => {
    desk = await openDesk({ PUBLIC_LOANS: publicLoans, RATE_LIMIT: 'off' })
    reads = await watchSecretReads(desk.db)
    makeCaller = {
      visitor: async () => desk.visitor(),
      pending: () => desk.makePending(),
      viewer: () => desk.makeMember('viewer'),
      lender: () => desk.makeMember('committer'),
      manager: () => desk.makeMember('manager'),
      admin: () => desk.makeAdmin(),
    }
    const loan = await desk.makeLoan()
    const owner = await desk.makeLender()
    const commitment = await desk.makeCommitment(owner, loan, { isSoftCommit: 'true' })
    const document = await desk.makeDocument(loan)
    await desk.makePhoto(loan, { isCover: true })
    existing = {
      loanId: loan.id,
      id: commitment.id,
      userId: owner.id,
      fileUrl: document.fileUrl,
    }
  })
  afterAll(() => desk.close())

  describe.each(rowsOfTheTable)('the endpoint %s', (name, row) => {
    // The setting affects only visitors and the access rule for readers.
    const isAffected = publicLoans === 'on' || row.access === 'reader'
    it.each(isAffected ? roles : (['visitor'] as const))(
      `accepts or rejects a %s as the endpoint's access rule requires`,
      async (role) => {
        spec('2.1.13', '6.1', '6.2', '6.5', '6.8')
        security('6.3.4', '8.1.1', '8.2.1', '8.3.1')
        security('3.2.1', '3.4.4', '3.4.5', '14.2.2', '14.3.2')
        // Each endpoint is called by a new user, because some endpoints end or start a session.
        const caller = await makeCaller[role]()
        const missing = {
          loanId: randomUUID(),
          id: randomUUID(),
          userId: randomUUID(),
          fileUrl: `documents/${randomUUID()}`,
        }
        const malformed = { loanId: 'x', id: 'x', userId: 'x', fileUrl: '..' }
        const wanted = table[row.access][role]
        reads.take()
        expect(await verdict(caller, name, sampleInput(name, existing))).toBe(wanted)
        for (const read of reads.takeUnexpected(name)) unexpectedReads.add(read)
        // The role is checked before any lookup so that an error doesn't reveal which ids exist.
        if (wanted === 'in') return
        expect(await verdict(caller, name, sampleInput(name, missing))).toBe(wanted)
        expect(await verdict(caller, name, sampleInput(name, malformed))).toBe(wanted)
        // The role is also checked before the body is validated.
        if (row.body)
          expect(await verdict(caller, name, { ...malformed, body: 'no object' })).toBe(wanted)
      },
    )
  })

  it('reads password hashes and second factors only for verification', () => {
    security('15.3.1')
    expect([...unexpectedReads]).toEqual([])
  })

  it('tests the access rules of every endpoint', () => {
    spec('6.8')
    expect(desk.errors).toEqual([])
  })
})

describe('access rules with REQUIRE_ADMIN_2FA=on', () => {
  const setUpFirst =
    '403 two_factor_setup_required: Set up two-factor sign-in first. Administrators must use it.'
  let desk: Desk
  let existing: { loanId: string; id: string; userId: string; fileUrl: string }

  beforeAll(async () => {
    desk = await openDesk({ REQUIRE_ADMIN_2FA: 'on', RATE_LIMIT: 'off' })
    const userId = (await desk.makeLender()).id
    existing = { loanId: randomUUID(), id: randomUUID(), userId, fileUrl: 'documents/none' }
  })
  afterAll(() => desk.close())

  it.each(rowsOfTheTable)(
    "%s: gives an administrator without two-factor sign-in only a pending lender's access",
    async (name, row) => {
      const wanted = expected[row.access].pending === 'in' ? 'in' : setUpFirst
      const admin = await desk.makeAdmin()
      expect(await verdict(admin, name, sampleInput(name, existing))).toBe(wanted)
    },
  )

  it("doesn't require lenders to use two-factor sign-in", async () => {
    const lender = await desk.makeLender()
    const documents = sampleInput('listLoanDocuments', existing)
    expect(await verdict(lender, 'listLoanDocuments', documents)).toBe('in')
    expect(await verdict(lender, 'listUsers', {})).toBe(forbidden)
  })
})
