/** Every call that takes the id of a loan, or of a file of a loan, for each audience and each kind of reader. */
import { audiences, type Audience } from '#domain/audience/audiences.ts'
import { mayCall, type Role } from '#domain/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Thing } from '#contract/example-ids.ts'
import { makeReaders, readerNames, setAudience, type ReaderName } from '#test/support/audiences.ts'
import type { Person } from '#test/support/builders.ts'
import type { Caller, Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { exampleOf, rowsOfTheTable, thingsIn, withIds } from '#test/support/rows-of-the-table.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const thingsOfLoan: readonly Thing[] = ['loan', 'teaser', 'favorite', 'document', 'photo', 'file']

/** Calls whose example has no id of a loan, but whose query takes one, or that answer for lack of it in another way. */
const callsWithLoan = rowsOfTheTable
  .filter(([name]) => thingsIn(exampleOf(name)).some((thing) => thingsOfLoan.includes(thing)))
  // A path in an email only says where to return to, and an upload has no loan yet.
  .filter(([name]) => name !== 'requestPasswordReset' && name !== 'receiveUpload')
  .map(([name]) => name)

/** The calls about what a teaser doesn't show. The list is written by hand, as a check of the code. */
const fullOnly: readonly EndpointName[] = [
  ...(['getFundingStory', 'listLoanDocuments', 'getDocumentSheet', 'downloadDocuments'] as const),
  ...(['exportLoanSummary', 'listLoanPhotos', 'getObject', 'listLoanMessages'] as const),
  ...(['createMessage', 'createCommitment'] as const),
]

/** These answer the same for every loan, because they concern only the caller's own records. */
const ownOnly: readonly EndpointName[] = [
  ...(['removeFavorite', 'listOwnCommitments', 'listOwnShares', 'listOwnOffers'] as const),
  'listOwnTermsQuestions',
]

let desk: Desk
let readers: Record<ReaderName, Caller>
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  readers = await makeReaders(desk)
})
afterAll(() => desk.close())

const roleOf: Record<ReaderName, Role> = {
  visitor: 'visitor',
  pending: 'pending',
  notAdmitted: 'manager',
  admitted: 'manager',
  holder: 'manager',
  administrator: 'admin',
}

type Outcome = 'refused' | 'hidden' | 'notAdmitted' | 'answered'

function expectedOutcome(name: EndpointName, reader: ReaderName, audience: Audience): Outcome {
  const { access }: Endpoint = endpoints[name]
  const circumstances = { publicLoans: true, mustSetUpTwoFactor: false }
  if (mayCall(roleOf[reader], access, circumstances) !== 'allowed') return 'refused'
  if (reader === 'administrator' && name === 'passOnLoan') return 'refused'
  const isFull = ['admitted', 'holder', 'administrator'].includes(reader)
  if (audience === 'everyone' || isFull || ownOnly.includes(name)) return 'answered'
  if (audience === 'invited') return 'hidden'
  return fullOnly.includes(name) ? 'notAdmitted' : 'answered'
}

function outcomeOf({ status, text }: Reply): Outcome {
  if (text.includes('"not_admitted"')) return status === 403 ? 'notAdmitted' : 'answered'
  if (status === 401 || status === 403) return 'refused'
  return status === 404 ? 'hidden' : 'answered'
}

/** The sheet of a document that isn't a workbook, the missing cover of a loan, and its missing draft are 404 for everyone. */
const isMissing = ({ text }: Reply) => /The (document|draft) was not found/.test(text)

async function makeLoanWithAll(audience: Audience) {
  // The readers aren't visitors, apart from the one who is left out here.
  const { holder, admitted, administrator } = readers as Record<ReaderName, Person>
  const loan = await desk.makeLoan({ title: `Quay ${audience}` })
  await desk.makePhoto(loan, { isCover: true })
  const document = await desk.makeDocument(loan)
  const photo = await desk.makePhoto(loan)
  await desk.makeCommitment(holder, loan, { percentage: '1', isSoftCommit: 'true' })
  if (audience !== 'everyone')
    await setAudience(desk, administrator, loan, audience, [admitted, holder])
  const ids: Partial<Record<Thing, string>> = {
    loan: loan.id,
    teaser: loan.id,
    favorite: loan.id,
    document: document.id,
    photo: photo.id,
    file: document.fileUrl,
    account: holder.id,
  }
  return ids
}

it('covers the calls that take the id of a loan', () => {
  expect(callsWithLoan.length).toBeGreaterThan(40)
  for (const name of fullOnly) expect(callsWithLoan).toContain(name)
})

it.each(callsWithLoan)(
  'answers each reader of each audience as it must: %s',
  { timeout: 60_000 },
  async (name) => {
    const found: string[] = []
    const expected: string[] = []
    for (const audience of audiences) {
      const ids = await makeLoanWithAll(audience)
      const input = withIds(exampleOf(name), (thing) => ids[thing] ?? crypto.randomUUID())
      for (const reader of readerNames) {
        const reply = await readers[reader].send(name, input)
        const outcome = outcomeOf(reply)
        const must = expectedOutcome(name, reader, audience)
        const place = `${audience}, ${reader}`
        if (must === 'answered' && isMissing(reply)) continue
        found.push(`${place}: ${outcome}`)
        expected.push(`${place}: ${must}`)
        expect(reply.status, `${place}: ${reply.text}`).toBeLessThan(500)
      }
    }
    expect(found).toEqual(expected)
    expect(desk.errors).toEqual([])
  },
)
