import { randomUUID } from 'node:crypto'
import type { Thing } from '#contract/example-ids.ts'
import { maxAttempts } from '#server/mail/outbox.ts'
import { newEmail, type Builders, type Person } from './builders.ts'
import { closingThings, storedClosingThings } from './closing-things.ts'
import type { Desk } from './desk.ts'
import { openRound, saveDraft } from './rounds.ts'
import { pdfFile, pictureFile } from './sample-files.ts'
import { uploadBytes } from './uploading.ts'

export type Scenery = Builders & Pick<Desk, 'rows' | 'visitor'>

type Make = (desk: Scenery, owner: Person, uploader: Person) => Promise<string>

const loanWithFiles = async (desk: Scenery) => {
  const loan = await desk.makeLoan()
  await desk.makePhoto(loan, { isCover: true })
  await desk.makeDocument(loan)
  return loan
}

/**
 * Each function returns a new record's id. For a loan, the owner also gets a commitment, so the owner must be approved.
 */
export const makeThing: Record<Thing, Make> = {
  ...closingThings,
  async loan(desk, owner) {
    const loan = await loanWithFiles(desk)
    await desk.makeCommitment(owner, loan, { percentage: '1', isSoftCommit: 'true' })
    return loan.id
  },
  async favorite(desk, owner) {
    const { id } = await desk.makeLoan()
    await owner.call('addFavorite', { body: { loanId: id } })
    return id
  },
  async savedFilter(_desk, owner) {
    const body = { name: randomUUID(), search: 'pier' }
    return (await owner.call('createSavedFilter', { body })).id
  },
  async softCommitment(desk, owner) {
    const fields = { percentage: '1', isSoftCommit: 'true' } as const
    return (await desk.makeCommitment(owner, await desk.makeLoan(), fields)).id
  },
  async bindingCommitment(desk, owner) {
    return (await desk.makeCommitment(owner, await desk.makeLoan(), { percentage: '1' })).id
  },
  document: async (desk) => (await desk.makeDocument(await desk.makeLoan())).id,
  photo: async (desk) => (await desk.makePhoto(await desk.makeLoan())).id,
  file: async (desk) => (await desk.makeDocument(await desk.makeLoan())).fileUrl,
  uploadedDocument: (_desk, _owner, uploader) => uploadBytes(uploader, 'document', pdfFile()),
  uploadedPhoto: async (_desk, _owner, uploader) =>
    uploadBytes(uploader, 'photo', await pictureFile('png')),
  async notification(desk, owner) {
    const id = randomUUID()
    await desk.rows(
      `insert into notifications (id, user_id, type, message) values ($1, $2, 'newLoan', 'A loan')`,
      [id, owner.id],
    )
    return id
  },
  async session(desk, owner) {
    await desk.signIn(owner)
    const all = await owner.call('listSessions')
    const another = all.find(({ isCurrent }) => isCurrent === 'false')
    if (!another) throw new Error('The second sign-in is not in the list')
    return another.id
  },
  account: async (_desk, owner) => owner.id,
  async mail(desk) {
    const id = randomUUID()
    // The email has used up its attempts, so it is never sent.
    await desk.rows(
      `insert into mails (id, recipient, subject, body, html, attempts)
       values ($1, 'nobody@example.com', 'Hello', 'Hello', '<p>Hello</p>', $2)`,
      [id, maxAttempts],
    )
    return id
  },
  async invitation(_desk, _owner, uploader) {
    const body = { emails: [newEmail()] }
    const [made] = await uploader.call('createInvitations', { body })
    return made?.id ?? ''
  },
  colleague: async (desk, owner) => (await desk.makeColleague(owner)).id,
  async firm(desk, owner) {
    const [row] = await desk.rows<{ id: string }>('select firm_id as id from users where id = $1', [
      owner.id,
    ])
    return row?.id ?? ''
  },
  async firmInvitation(_desk, owner, uploader) {
    const { firmId } = await owner.call('getCurrentUser')
    const body = { email: newEmail(), firmRole: 'viewer' } as const
    return (await uploader.call('createInvitationToFirm', { params: { id: firmId }, body })).id
  },
  async importProfile(_desk, _owner, uploader) {
    const columns = [{ header: 'Deal', field: 'title', unit: null }]
    const body = { kind: 'loans', name: randomUUID(), sheet: null, headerRow: 1, columns } as const
    return (await uploader.call('saveImportProfile', { body })).id
  },
  async teaser(desk) {
    const { id } = await desk.makeLoan()
    const body = { audience: 'teaser' } as const
    await (await desk.makeAdmin()).call('setAudience', { params: { id }, body })
    return id
  },
  async accessRequest(desk) {
    const params = {
      id: await makeThing.teaser(desk, await desk.makeLender(), await desk.makeAdmin()),
    }
    const asker = await desk.makeLender()
    return (await asker.call('requestAccess', { params, body: {} })).id
  },
  async boundLoan(desk, owner) {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(owner, loan, { percentage: '1' })
    return loan.id
  },
  // The time to answer is over, so the terms can be applied without an answer.
  async termsProposal(desk, owner, uploader) {
    const params = { id: await makeThing.boundLoan(desk, owner, uploader) }
    const body = { interestRate: '8.50', reason: 'The index has moved.' }
    const { id } = await (await desk.makeAdmin()).call('proposeTerms', { params, body })
    await desk.rows('update terms_proposals set respond_by = now() where id = $1', [id])
    return id
  },
  async firmList(_desk, _owner, uploader) {
    const body = { name: randomUUID(), firms: [] }
    return (await uploader.call('createFirmList', { body })).id
  },
  async allocation(desk, owner, uploader) {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(owner, loan, { percentage: '1', isSoftCommit: 'true' })
    return (await saveDraft(uploader, loan)).id
  },
  async round(desk, owner, uploader) {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(owner, loan, { percentage: '1', isSoftCommit: 'true' })
    return (await openRound(uploader, loan)).id
  },
  async offer(desk, owner, uploader) {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(owner, loan, { percentage: '1', isSoftCommit: 'true' })
    const { lines } = await openRound(uploader, loan)
    return lines[0]?.id ?? ''
  },
  async receipt(desk, owner) {
    const body = { loanId: (await desk.makeLoan()).id, percentage: '1' }
    return (await owner.call('createCommitment', { body })).receiptId
  },
}

/**
 * Returns a SQL expression that joins all dependent rows into a string. Tests use it to detect rows that a rejected
 * call added or removed.
 */
const hanging = (table: string, condition: string) =>
  `(select string_agg(x::text, ' ' order by x::text) from ${table} x where ${condition})`
const ofTheLoan = [
  'admissions',
  'access_requests',
  'allocations',
  'commitments',
  'terms_proposals',
  'documents',
  'photos',
  'messages',
  'favorites',
  'loan_visits',
  'loan_marks',
]
const ofTheUser = [
  'two_factors',
  'recovery_codes',
  'password_resets',
  'favorites',
  'loan_visits',
  'loan_marks',
  'saved_filters',
  'uploads',
]

const allOfLoan = ofTheLoan.map((table) => hanging(table, 'x.loan_id = t.id')).join(', ')
const allOfAccount = [
  ...ofTheUser.map((table) => hanging(table, 'x.user_id = t.id')),
  hanging('commitments', 'x.lender_id = t.id'),
  hanging('messages', 't.id in (x.user_id, x.recipient_id)'),
  // Only a session's id is included, because any request can extend its expiry.
  `(select string_agg(sid, ' ' order by sid) from sessions where sess ->> 'userId' = t.id::text)`,
].join(', ')

/**
 * SQL queries that return a record's state: its row and the path of its file. They omit columns that the server changes
 * in the background, such as a session's expiry.
 */
const storedLoan = `select concat_ws('|', t::text, ${allOfLoan}) as row from loans t where id = $1::uuid`

const storedAllocation = `select concat_ws('|', t::text, ${hanging('allocation_lines', 'x.allocation_id = t.id')}) as row
  from allocations t where id = $1::uuid`

const stored: Record<Thing, string> = {
  ...storedClosingThings,
  loan: storedLoan,
  teaser: storedLoan,
  favorite: 'select t::text as row from favorites t where loan_id = $1::uuid',
  savedFilter: 'select t::text as row from saved_filters t where id = $1::uuid',
  softCommitment: 'select t::text as row from commitments t where id = $1::uuid',
  bindingCommitment: 'select t::text as row from commitments t where id = $1::uuid',
  document: 'select t::text as row, file_url as path from documents t where id = $1::uuid',
  photo: 'select t::text as row, file_url as path from photos t where id = $1::uuid',
  file: 'select t::text as row, file_url as path from documents t where file_url = $1',
  uploadedDocument: 'select t::text as row, path from uploads t where path = $1',
  uploadedPhoto: 'select t::text as row, path from uploads t where path = $1',
  notification: `select concat_ws(' ', id, user_id, is_read, message) as row
    from notifications where id = $1::uuid`,
  session: `select concat_ws(' ', sid, sess ->> 'userId') as row
    from sessions where sess ->> 'id' = $1`,
  account: `select concat_ws('|', t::text, ${allOfAccount}) as row from users t where id = $1::uuid`,
  mail: 'select t::text as row from mails t where id = $1::uuid',
  invitation: 'select t::text as row from invitations t where id = $1::uuid',
  colleague: `select concat_ws('|', t::text, ${allOfAccount}) as row from users t where id = $1::uuid`,
  firm: `select concat_ws('|', t::text, (select string_agg(x::text, ' ' order by x::text)
    from users x where x.firm_id = t.id)) as row from firms t where id = $1::uuid`,
  firmInvitation: 'select t::text as row from invitations t where id = $1::uuid',
  accessRequest: 'select t::text as row from access_requests t where id = $1::uuid',
  boundLoan: storedLoan,
  termsProposal: `select concat_ws('|', t::text, ${hanging('terms_answers', 'x.proposal_id = t.id')}) as row
    from terms_proposals t where id = $1::uuid`,
  firmList: 'select t::text as row from firm_lists t where id = $1::uuid',
  importProfile: 'select t::text as row from import_profiles t where id = $1::uuid',
  allocation: storedAllocation,
  round: storedAllocation,
  offer: 'select t::text as row from allocation_lines t where id = $1::uuid',
  receipt: 'select t::text as row from audit t where id = $1::uuid',
}

/** Returns a list with the record's state as one string, or an empty list if the record no longer exists. */
export async function storedThing(desk: Desk, thing: Thing, id: string): Promise<string[]> {
  const found = await desk.rows<{ row: string; path?: string }>(stored[thing], [id])
  const sizeOf = (path: string) => desk.store.sizeOf(path)
  return Promise.all(
    found.map(async ({ row, path }) =>
      path === undefined ? row : `${row}, ${await sizeOf(path)} bytes`,
    ),
  )
}
