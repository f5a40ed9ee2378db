import { security, spec } from '#test/support/requirements.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Access } from '#domain/access.ts'
import { impliedRefusals, isShape, refusalsOf, type Endpoint, type ExampleOf } from './endpoint.ts'
import { endpoints, type EndpointName, type Endpoints } from './endpoints.ts'
import { isPage, pages } from './pages.ts'
import { refusals } from './refusals.ts'
import { ownSubject, splitTopic, topics } from './live/topics.ts'

const rows = Object.entries<Endpoint>(endpoints)

it('lists each combination of method and path once', () => {
  const addresses = rows.map(([, row]) => `${row.method} ${row.path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('allows only the listed calls to change data without a session', () => {
  const open = rows
    .filter(([, row]) => row.method !== 'GET' && ['anyone', 'reader'].includes(row.access))
    .map(([name]) => name)
  expect(open.toSorted()).toEqual([
    'acceptInvitation',
    'login',
    'logout',
    'receiveUpload',
    'register',
    'requestPasswordReset',
    'resetPassword',
    'turnOffMails',
    'verifyReceipt',
  ])
})

/**
 * The list is written by hand so that the test detects mistakes in the endpoint table. All other calls are restricted
 * to administrators.
 */
const openCalls: Record<Exclude<Access, 'admin'>, EndpointName[]> = {
  anyone: [
    'getOpenApi',
    'getApiDocs',
    'register',
    'login',
    'logout',
    'requestPasswordReset',
    'resetPassword',
    'verifyReceipt',
    'getReceiptKeys',
    'receiveUpload',
    'getLegalTexts',
    'getCalendarFeed',
    'getInvitation',
    'acceptInvitation',
    'getMailSwitch',
    'turnOffMails',
  ],
  reader: [
    'getLoanCover',
    'getStats',
    'listLoans',
    'getLoanTotals',
    'listPropertyTypes',
    'getLoan',
    'getLoanCalendar',
  ],
  signedIn: [
    'getCurrentUser',
    'getOwnFirm',
    'updateProfile',
    'changePassword',
    'changeOwnEmail',
    'listSessions',
    'endSession',
    'signOutEverywhere',
    'startTwoFactor',
    'confirmTwoFactor',
    'renewRecoveryCodes',
    'endTwoFactor',
    'getLegalChanges',
    'getReceipt',
    'getReceiptPdf',
    'search',
    'streamEvents',
    'listFavorites',
    'markLoan',
    'exportLoansAsCsv',
    'exportLoansAsXlsx',
    'addFavorite',
    'removeFavorite',
    'listSavedFilters',
    'createSavedFilter',
    'updateSavedFilter',
    'deleteSavedFilter',
    'listNotifications',
    'countUnreadNotifications',
    'markNotificationRead',
    'markAllNotificationsRead',
    'getMailChoices',
    'setMailChoice',
    'listOwnCommitments',
    'listOwnTermsQuestions',
    'getPortfolio',
    'listOwnHoldings',
    'listOwnShares',
    'getConcentration',
    'listOwnHistory',
    'exportPositionAsCsv',
    'exportPositionAsXlsx',
    'exportStatement',
    'acceptTerms',
    'listOwnRegisterEntries',
    'listOwnOffers',
  ],
  viewer: [
    'getOfferLetter',
    'getFundingStory',
    'getToday',
    'visitDesk',
    'getFirstSteps',
    'listLoanDocuments',
    'getDocumentSheet',
    'downloadDocuments',
    'exportLoanSummary',
    'listLoanPhotos',
    'getObject',
    'visitLoan',
    'getCalendarAddress',
    'createCalendarAddress',
    'deleteCalendarAddress',
    'listLoanMessages',
    'createMessage',
    'requestAccess',
    'withdrawAccessRequest',
    'getCertificate',
    'getOwnFunding',
  ],
  lender: [
    'passOnLoan',
    'takeBackPass',
    'createCommitment',
    'changeCommitment',
    'withdrawCommitment',
    'makeCommitmentBinding',
    'confirmTerms',
    'declineTerms',
    'recordCallBack',
    'acceptOffer',
    'declineOffer',
  ],
  manager: [
    'updateOwnFirm',
    'updateFirmPerson',
    'deactivateFirmPerson',
    'reactivateFirmPerson',
    'listFirmInvitations',
    'createFirmInvitation',
    'deleteFirmInvitation',
  ],
}

it('lets users other than administrators call only the endpoints listed in the test', () => {
  const listed = Object.entries(openCalls).flatMap(([access, names]) =>
    names.map((name) => `${name}: ${access}`),
  )
  const open = rows.filter(([, { access }]) => access !== 'admin')
  expect(open.map(([name, { access }]) => `${name}: ${access}`).toSorted()).toEqual(
    listed.toSorted(),
  )
})

it('rate-limits endpoints that change data but not endpoints that only read data', () => {
  security('2.4.1')
  for (const [name, row] of rows) {
    const isChange = row.method !== 'GET' && !['anyone', 'reader'].includes(row.access)
    expect(row.limit !== undefined, name).toBe(isChange)
  }
})

it('restricts all paths under /api/admin to administrators', () => {
  spec('6.5')
  for (const [name, row] of rows)
    if (row.path.startsWith('/api/admin/')) expect(row.access, name).toBe('admin')
})

it('defines no request body for GET and DELETE endpoints', () => {
  for (const [name, row] of rows)
    if (row.method === 'GET' || row.method === 'DELETE') expect(row.body, name).toBeUndefined()
})

it('requires topics for every endpoint that changes data and for every GET endpoint that returns JSON', () => {
  for (const [name, row] of rows) {
    const isRead = row.method === 'GET'
    if (!isRead) expect(row.changes, name).toBeDefined()
    expect((row.shows ?? []).length > 0, name).toBe(isShape(row.response) && isRead)
  }
})

it('defines at least one endpoint that shows each topic and at least one that changes it', () => {
  const named = (column: 'shows' | 'changes') =>
    new Set(rows.flatMap(([, row]) => (row[column] ?? []).map((each) => splitTopic(each).topic)))
  expect([...named('shows')].toSorted()).toEqual(topics.toSorted())
  expect([...named('changes')].toSorted()).toEqual(topics.toSorted())
})

it("limits a topic to one subject only if the endpoint's path identifies the subject", () => {
  for (const [name, row] of rows)
    for (const { subjectName } of (row.shows ?? []).map(splitTopic))
      if (subjectName !== undefined)
        expect(`${row.path}/`, name).toContain(
          subjectName === ownSubject ? '/me/' : `:${subjectName}`,
        )
})

// The compiler checks that each endpoint with input has an example of the right type.
type Exemplified<Name extends EndpointName> =
  object extends ExampleOf<Endpoints[Name]>
    ? { path: string; example?: ExampleOf<Endpoints[Name]> }
    : { example: ExampleOf<Endpoints[Name]> }
endpoints satisfies { [Name in EndpointName]: Exemplified<Name> }

it('provides a valid example for each endpoint that takes input', () => {
  for (const [name, { path, query, body, example }] of rows) {
    const names = [...path.matchAll(/:(\w+)|\*/g)].map(([, param]) => param ?? '*')
    const takesInput = names.length > 0 || query !== undefined || body !== undefined
    expect(example !== undefined, name).toBe(takesInput)
    expect(Object.keys(example?.params ?? {}), name).toEqual(names)
    for (const [shape, given] of [
      [query, example?.query],
      [body, example?.body],
    ] as const) {
      const { properties = {} } = shape ? z.toJSONSchema(shape, { io: 'input' }) : {}
      expect(Object.keys(properties), name).toEqual(
        expect.arrayContaining(Object.keys(given ?? {})),
      )
      if (shape) expect(shape.safeParse(given ?? {}), name).toMatchObject({ success: true })
    }
  }
})

it('turns off compression for endpoints whose responses contain a secret', () => {
  const secret = /"(secret|uri|url|uploadURL|\w*[tT]oken|recoveryCodes|accountNumber)":/
  for (const [name, { response, answersSecret = false }] of rows) {
    const shape = isShape(response) ? z.toJSONSchema(response, { io: 'input' }) : {}
    expect(secret.test(JSON.stringify(shape)), name).toBe(answersSecret)
  }
})

it('describes each endpoint in one sentence', () => {
  for (const [name, row] of rows) expect(row.summary, name).toMatch(/^[A-Z].+\.$/)
})

it('uses every error in at least one endpoint, except for errors that any endpoint can return', () => {
  const met = rows.flatMap(([, row]) =>
    refusalsOf(row).flatMap(({ status, codes }) => codes.map((code) => `${status} ${code}`)),
  )
  const known = Object.entries(refusals).flatMap(([status, codes]) =>
    Object.keys(codes).map((code) => `${status} ${code}`),
  )
  expect(known.filter((refusal) => !met.includes(refusal))).toEqual([
    '405 method_not_allowed',
    '408 too_slow',
    '417 not_expected',
    '431 too_large',
    '503 not_ready',
  ])
})

it("omits errors from an endpoint's list if the rest of the endpoint's definition implies them", () => {
  for (const [name, row] of rows)
    for (const [status, codes] of Object.entries(row.refusals ?? {})) {
      const implied = impliedRefusals(row).flatMap((some) => Object.entries(some))
      const repeated = implied.filter(([of]) => of === status).flatMap(([, some]) => some)
      expect(
        codes.filter((code) => repeated.includes(code)),
        name,
      ).toEqual([])
    }
})

it("distinguishes the app's pages from all other paths", () => {
  for (const path of Object.values(pages))
    expect(isPage(path.replace(':id', 'abc')), path).toBe(true)
  for (const path of ['/nowhere', '/loans/a/b', '/loginx', '/api/loans', '/admin/x', '//', '/loan'])
    expect(isPage(path), path).toBe(false)
})
