/**
 * The status that each call returns to each role for four ids: the caller's own record, another user's record, a
 * missing id, and a malformed id. The status follows from the endpoint's access and the record's type, with exceptions.
 */
import { mayCall, roles, type Role } from '#domain/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { exampleId, type Thing } from '#contract/example-ids.ts'
import { exampleOf, fieldsOf, rowsOfTheTable } from './rows-of-the-table.ts'

export interface Place {
  name: EndpointName
  where: 'path' | 'body'
  field: string
  key: string
}
const placeOf = (name: EndpointName, where: Place['where'], field: string): Place => ({
  name,
  where,
  field,
  key: `${name} ${where} ${field}`,
})

export const places = rowsOfTheTable.flatMap(([name, row]) => [
  ...[...row.path.matchAll(/:(\w+)|\*$/g)].map((match) => placeOf(name, 'path', match[1] ?? '*')),
  ...fieldsOf(row.body)
    .filter((field) => /^id$|Id$|^fileUrl$/.test(field))
    .map((field) => placeOf(name, 'body', field)),
])

export interface Cells extends Record<Role, string> {
  thing: Thing
}

/** Another user's record gets the same response as a missing record, even if the caller is an administrator. */
const privateThings = new Set<Thing>([
  ...(['session', 'notification', 'savedFilter', 'softCommitment', 'bindingCommitment'] as const),
  ...(['colleague', 'firm', 'firmInvitation'] as const),
  ...(['closedLoan', 'registerEntry'] as const),
  ...([
    'offer',
    'termsProposal',
    'receipt',
    'mail',
    'invitation',
    'uploadedDocument',
    'uploadedPhoto',
  ] as const),
])

interface Exception {
  /** Set if the endpoint's example contains no id here, or the id of a different type of record. */
  thing?: Thing
  cells?: string
  /** The statuses for administrators, if they differ. */
  admin?: string
  /** True if the refusal tells that the record exists, to administrators, who see all of them. */
  tellsAdministrators?: true
}

export const exceptions: Record<string, Exception> = {
  // A lender can read only the receipts for their own commitments. An administrator can read all receipts.
  'getReceipt path id': { admin: '200 200 404 404' },
  'getReceiptPdf path id': { admin: '200 200 404 404' },
  // A letter, too.
  'getOfferLetter path id': { admin: '200 200 404 404' },
  // The example has the version of no book, and a time that is too far ahead.
  'saveAllocation path id': { cells: '409 409 404 404', tellsAdministrators: true },
  'approveAllocation path id': { cells: '409 409 404 404', tellsAdministrators: true },
  'publishAllocation path id': { cells: '400 400 404 404', tellsAdministrators: true },
  'moveRound path id': { cells: '400 400 404 404', tellsAdministrators: true },
  // These loans have no draft.
  'deleteAllocation path id': { cells: '404 404 404 404', tellsAdministrators: true },
  // Removing a favorite succeeds even if the favorite doesn't exist, and never affects another user's favorite.
  'removeFavorite path loanId': { cells: '204 204 204 404' },

  // The id is accepted but ignored, because the session identifies the caller.
  'createCommitment body lenderId': { thing: 'account', cells: '201 201 201 201' },
  'createMessage body userId': { thing: 'account', cells: '201 201 201 201' },
  // Only an administrator can choose the recipient, who must be a lender. The server ignores a recipient sent by a
  // lender.
  'createMessage body recipientId': {
    thing: 'account',
    cells: '201 201 201 400',
    admin: '404 201 404 400',
  },

  // An administrator sees every loan in full.
  'requestAccess path id': { admin: '409 409 409 404' },

  // The document is a PDF, and only a workbook has sheets.
  'getDocumentSheet path id': { cells: '404 404 404 404' },

  // The other id is that of a firm or a proposal that has nothing to do with it.
  'answerTermsOnBehalf path id': { cells: '404 404 404 404' },
  'answerTermsOnBehalf body firmId': { thing: 'firm', cells: '404 404 404 400' },

  // Neither a holder nor an administrator can pass on a loan.
  'passOnLoan path id': { thing: 'favorite', admin: '403 403 403 404' },
  // A loan with commitments can't be returned to draft.
  'unpublishLoan path id': { thing: 'favorite' },
  // The path identifies the loan. A body that names a different loan is rejected.
  'recordCommitment body loanId': { cells: '400 400 400 400' },
  // The id only groups documents, so any id is valid.
  'createDocument body batchId': { thing: 'loan', cells: '201 201 201 400' },
  'createDocument body fileUrl': { cells: '201 201 400 400' },
  'createPhoto body fileUrl': { cells: '201 201 400 400' },
  // Administrators can't make these calls for their own accounts. To change their own password, they use the profile
  // page, which requires the current password.
  'updateUser path id': { cells: '409 200 404 404' },
  'deleteUser path id': { cells: '409 204 404 404' },
  'createResetLink path id': { cells: '409 201 404 404' },
  'signOutUser path id': { cells: '409 200 404 404' },
  'resetTwoFactor path id': { cells: '409 200 404 404' },

  // The ids aren't tokens, and a wrong token always gets the same answer.
  'getInvitation path token': { thing: 'invitation', cells: '404 404 404 404' },
  'acceptInvitation path token': { thing: 'invitation', cells: '404 404 404 404' },
  // The moved account is the last one of a firm with records.
  'updateUser body firmId': { thing: 'firm', cells: '409 409 409 400' },
  // The caller, an administrator, belongs to the own firm.
  'deactivateFirm path id': { cells: '409 200 404 404' },

  // The body must fit the loan, so these ids aren't those of loans. See test/api/deal for calls that succeed.
  'closeBook path id': { thing: 'register', cells: '404 404 404 404' },
  'createFundsReceipt path id': { thing: 'register', cells: '404 404 404 404' },
  'takeOverShare path id': { thing: 'register', cells: '404 404 404 404' },
  // An administrator reads every certificate, but the funding only of the own firm.
  'getCertificate path id': { admin: '200 200 404 404' },
  // The loan of the path doesn't exist.
  'createFundsReceipt body firmId': { thing: 'firm', cells: '404 404 404 400' },
  // The example has no file.
  'proposeFundsReceipts path id': {
    thing: 'closedLoan',
    cells: '400 400 404 404',
    tellsAdministrators: true,
  },
  'takeOverShare body firmId': { thing: 'firm', cells: '404 404 404 400' },

  // The token in the query grants access, and here it is always wrong. See test/api/paths.test.ts and
  // test/api/documents/uploads-on-a-store.ts for valid tokens.
  'receiveUpload path *': { cells: '403 403 403 404' },
}

export function expectedCells({ name, where, field, key }: Place): Cells {
  const row: Endpoint = endpoints[name]
  const exception = exceptions[key] ?? {}
  const thing = exception.thing ?? thingAt({ name, where, field, key })
  const success = row.response === null ? 204 : (row.status ?? 200)
  const others = row.access !== 'admin' && privateThings.has(thing) ? 404 : success
  const malformed = where === 'path' ? 404 : 400
  const cells = exception.cells ?? `${success} ${others} 404 ${malformed}`
  const cellsOf = (role: Role) =>
    role === 'admin' ? (exception.admin ?? cells) : (refusedTo(role, row) ?? cells)
  // The cast is safe, because the object has exactly the roles as keys.
  const byRole = Object.fromEntries(roles.map((role) => [role, cellsOf(role)])) as Record<
    Role,
    string
  >
  return { thing, ...byRole }
}

function refusedTo(role: Role, { access }: Endpoint): string | undefined {
  const verdict = mayCall(role, access, { publicLoans: true, mustSetUpTwoFactor: false })
  if (verdict === 'allowed') return undefined
  return verdict === 'signInFirst' ? '401 401 401 401' : '403 403 403 403'
}

function thingAt({ name, where, field, key }: Place): Thing {
  const { params, body } = exampleOf(name)
  const fields = Object.entries((where === 'path' ? params : body) ?? {})
  const given = fields.find(([each]) => each === field)?.[1]
  const found = Object.entries(exampleId).find(([, id]) => id === given)
  if (!found) throw new Error(`The example has no id at ${key}, nor do the exceptions name a thing`)
  // The cast is safe, because the object's keys are the types of records.
  return found[0] as Thing
}
