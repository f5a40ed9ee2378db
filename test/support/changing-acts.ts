/**
 * One successful call to each endpoint that changes data, with as many changes as possible. Most calls use the
 * endpoint's example with existing ids.
 */
import { writeXlsx } from 'hucre/xlsx'
import { spreadsheetType } from '#domain/documents/files.ts'
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints, type Endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Thing } from '#contract/example-ids.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { switchUrl } from '#server/mail/switch-links.ts'
import { userId } from '#server/sample/sample-ids.ts'
import { linkKeyName } from '#server/secrets/link-key.ts'
import { newEmail, type Builders, type Person } from './builders.ts'
import type { Caller, LooseInput } from './caller.ts'
import { closingActs } from './closing-acts.ts'
import { firmActs, firmIdOf } from './firm-acts.ts'
import { sendImport } from './importing.ts'
import { daysAhead, openRound, publish, saveDraft } from './rounds.ts'
import { exampleOf, rowsOfTheTable, thingsIn, withIds } from './rows-of-the-table.ts'
import { pdfFile } from './sample-files.ts'
import { currentCode, forgetCodes, turnOn } from './second-factor.ts'
import { makeThing, type Scenery } from './things.ts'
import { askForUpload, putBytes } from './uploading.ts'

export type ChangingCall = {
  [Name in EndpointName]: Endpoints[Name] extends { changes: readonly unknown[] } ? Name : never
}[EndpointName]

export interface Scene {
  desk: Scenery
  admin: Person
  lender: Person
  loan: Loan
}

export type Prepare = (scene: Scene) => Promise<() => Promise<unknown>>

export async function setScene(desk: Scenery): Promise<Scene> {
  const admin = await desk.makeAdmin()
  const lender = await desk.makeLender()
  const loan = await admin.call('createLoan', { body: newLoan })
  await lender.call('addFavorite', { body: { loanId: loan.id } })
  return { desk, admin, lender, loan }
}

const newLoan = {
  title: 'Pier 4 Warehouse',
  borrowerName: 'Pier Four LLC',
  amount: '1000000.00',
  interestRate: '7.25',
  term: 24,
}

const softOf = ({ desk, lender, loan }: Scene) =>
  desk.makeCommitment(lender, loan, { percentage: '1', isSoftCommit: 'true' })

/** Records shared by all calls. Other records are created by `makeThing`. */
const sceneThings: Partial<Record<Thing, (scene: Scene) => Promise<string>>> = {
  account: async ({ lender }) => lender.id,
  loan: async ({ loan }) => loan.id,
  favorite: async ({ loan }) => loan.id,
  softCommitment: async (scene) => (await softOf(scene)).id,
  bindingCommitment: async ({ desk, lender, loan }) => (await desk.makeCommitment(lender, loan)).id,
  document: async ({ desk, loan }) => (await desk.makeDocument(loan)).id,
  photo: async ({ desk, loan }) => (await desk.makePhoto(loan)).id,
  file: async ({ desk, loan }) => (await desk.makeDocument(loan)).fileUrl,
}

/** An endpoint's example with the test data's ids, sent by a user who can call the endpoint. */
export async function realExample(
  name: EndpointName,
  scene: Scene,
): Promise<{ caller: Caller; input: LooseInput }> {
  const { desk, lender, admin } = scene
  const example = exampleOf(name)
  const ids = new Map<Thing, string>()
  for (const thing of thingsIn(example))
    ids.set(thing, await (sceneThings[thing]?.(scene) ?? makeThing[thing](desk, lender, admin)))
  const { access }: Endpoint = endpoints[name]
  const caller = access === 'admin' ? admin : access === 'anyone' ? desk.visitor() : lender
  return { caller, input: withIds(example, (thing) => ids.get(thing) ?? '') }
}

const asInExample =
  (name: EndpointName): Prepare =>
  async (scene) => {
    const { caller, input } = await realExample(name, scene)
    return () => succeed(caller, name, input)
  }

async function succeed(caller: Caller, name: EndpointName, input: LooseInput) {
  const reply = await caller.send(name, input)
  if (reply.status >= 300) throw new Error(`${name} answered ${reply.status}: ${reply.text}`)
}

const asHolder =
  (name: EndpointName): Prepare =>
  async (scene) => {
    await softOf(scene)
    return asInExample(name)(scene)
  }

async function withBothFactors({ desk, lender }: Scene) {
  const { secret } = await turnOn(lender)
  await forgetCodes(desk, lender)
  return { body: { currentPassword: lender.password, code: currentCode(secret) } }
}

async function makeInviter(desk: Builders): Promise<Person> {
  const inviter = await desk.makeAdmin()
  const body = { emails: [newEmail()], isApproved: 'true' as const }
  await inviter.call('createInvitations', { body })
  return inviter
}

const newPassword = 'another horse battery'

const prepared: Partial<Record<ChangingCall, Prepare>> = {
  ...firmActs,
  ...closingActs,
  register: async ({ desk, admin }) => {
    const email = newEmail()
    const isApproved = 'true'
    const [made] = await admin.call('createInvitations', { body: { emails: [email], isApproved } })
    const invitation = new URL(made?.url ?? '').searchParams.get('invitation') ?? ''
    const body = { firstName: 'Ada', lastName: 'Cole', password: newPassword, email, invitation }
    return () => desk.visitor().call('register', { body })
  },
  login:
    async ({ desk, lender }) =>
    () =>
      desk.signIn(lender),
  logout:
    async ({ lender }) =>
    () =>
      lender.call('logout'),
  deleteCalendarAddress: async ({ lender }) => {
    await lender.call('createCalendarAddress')
    return () => lender.call('deleteCalendarAddress')
  },
  changePassword: async ({ lender }) => {
    const body = { currentPassword: lender.password, newPassword }
    return () => lender.call('changePassword', { body })
  },
  // This call succeeds only if the server has a single administrator.
  changeOwnEmail: async ({ desk, admin }) => {
    await desk.rows('update users set deactivated_at = now() where is_admin and id <> $1', [
      admin.id,
    ])
    const body = { email: newEmail(), currentPassword: admin.password }
    return () => admin.call('changeOwnEmail', { body })
  },
  requestPasswordReset:
    async ({ desk, lender: { email } }) =>
    () =>
      desk.visitor().call('requestPasswordReset', { body: { email } }),
  resetPassword: async ({ desk, lender: { id }, admin }) => {
    const { url } = await admin.call('createResetLink', { params: { id } })
    const token = new URL(url).searchParams.get('token') ?? ''
    return () => desk.visitor().call('resetPassword', { body: { token, password: newPassword } })
  },
  startTwoFactor: async ({ lender }) => {
    const body = { currentPassword: lender.password }
    return () => lender.call('startTwoFactor', { body })
  },
  confirmTwoFactor: async ({ lender }) => {
    const body = { currentPassword: lender.password }
    const { secret } = await lender.call('startTwoFactor', { body })
    return () => lender.call('confirmTwoFactor', { body: { code: currentCode(secret) } })
  },
  renewRecoveryCodes: async (scene) => {
    const input = await withBothFactors(scene)
    return () => scene.lender.call('renewRecoveryCodes', input)
  },
  endTwoFactor: async (scene) => {
    const input = await withBothFactors(scene)
    return () => scene.lender.call('endTwoFactor', input)
  },
  // An administrator adds the favorite, because the loan is already a favorite of the lender.
  addFavorite:
    async ({ admin, loan }) =>
    () =>
      admin.call('addFavorite', { body: { loanId: loan.id } }),
  // The figures of the desk change only with loans for invited firms.
  setAudience:
    async ({ admin, loan }) =>
    () =>
      admin.call('setAudience', { params: { id: loan.id }, body: { audience: 'invited' } }),
  withdrawAccessRequest: async ({ desk, admin, lender }) => {
    const params = { id: await makeThing.teaser(desk, lender, admin) }
    await lender.call('requestAccess', { params, body: {} })
    return () => lender.call('withdrawAccessRequest', { params })
  },
  // New terms affect only lenders who hold a share.
  updateLoan: async (scene) => {
    await softOf(scene)
    const params = { id: scene.loan.id }
    return () => scene.admin.call('updateLoan', { params, body: { interestRate: '8.00' } })
  },
  // A hold notifies other administrators only if it completes the loan.
  setHold: async (scene) => {
    await scene.desk.makeAdmin()
    await scene.desk.makeCommitment(scene.lender, scene.loan, { percentage: '80' })
    return asInExample('setHold')(scene)
  },
  saveAllocation: async (scene) => {
    await softOf(scene)
    return () => saveDraft(scene.admin, scene.loan)
  },
  deleteAllocation: async (scene) => {
    await softOf(scene)
    await saveDraft(scene.admin, scene.loan)
    return () => scene.admin.call('deleteAllocation', { params: { id: scene.loan.id } })
  },
  approveAllocation: async (scene) => {
    await softOf(scene)
    // An administrator can't approve a draft that the same one saved.
    const { id, bookVersion } = await saveDraft(await scene.desk.makeAdmin(), scene.loan)
    return () => scene.admin.call('approveAllocation', { params: { id }, body: { bookVersion } })
  },
  publishAllocation: async (scene) => {
    await softOf(scene)
    const draft = await saveDraft(scene.admin, scene.loan)
    return () => publish(scene.admin, draft)
  },
  moveRound: async (scene) => {
    await softOf(scene)
    const { id } = await openRound(scene.admin, scene.loan)
    const body = { respondBy: daysAhead(5) }
    return () => scene.admin.call('moveRound', { params: { id }, body })
  },
  publishLoan: async ({ admin }) => {
    const { id } = await admin.call('createLoan', { body: { ...newLoan, isDraft: 'true' } })
    return () => admin.call('publishLoan', { params: { id }, body: {} })
  },
  takeBackPass: async ({ lender, loan }) => {
    const params = { id: loan.id }
    await lender.call('passOnLoan', { params, body: { reason: 'size' } })
    return () => lender.call('takeBackPass', { params })
  },
  deleteLoan: asHolder('deleteLoan'),
  receiveUpload: async ({ admin }) => {
    const upload = await askForUpload(admin, 'document')
    return () => putBytes(upload, pdfFile())
  },
  getDocumentSheet: async ({ desk, lender, loan }) => {
    const bytes = Buffer.from(
      await writeXlsx({ sheets: [{ name: 'Units', rows: [['1A', 1425]] }] }),
    )
    const filename = 'Rent Roll.xlsx'
    const { id } = await desk.makeDocument(loan, { filename, fileType: spreadsheetType, bytes })
    return () => lender.call('getDocumentSheet', { params: { id }, query: {} })
  },
  downloadDocuments: async (scene) => {
    await scene.desk.makeDocument(scene.loan)
    return asInExample('downloadDocuments')(scene)
  },
  // The position has a commitment, because exporting an empty position adds no audit entry.
  exportPositionAsCsv: asHolder('exportPositionAsCsv'),
  exportPositionAsXlsx: asHolder('exportPositionAsXlsx'),
  exportStatement: asHolder('exportStatement'),
  approveUser: async ({ desk, admin }) => {
    const { id } = await desk.makePending()
    return () => admin.call('approveUser', { params: { id } })
  },
  updateUser: async ({ desk, admin }) => {
    const { id } = await desk.makePending()
    const body = { email: newEmail(), isAdmin: 'true', isApproved: 'true' } as const
    const inviter = await makeInviter(desk)
    const mover = await desk.makeLender()
    // The unnamed firm that a person joins keeps its name.
    const firmId = await firmIdOf(await desk.makeLender())
    return async () => {
      await admin.call('updateUser', { params: { id: mover.id }, body: { firmId } })
      await admin.call('updateUser', { params: { id }, body })
      await admin.call('updateUser', { params: { id: inviter.id }, body: { isAdmin: 'false' } })
    }
  },
  deleteUser: async (scene) => {
    await softOf(scene)
    // Adds a second administrator, because the administrator who deletes the loan isn't notified.
    await scene.desk.makeAdmin()
    const pending = await scene.desk.makePending()
    const inviter = await makeInviter(scene.desk)
    return async () => {
      for (const { id } of [scene.lender, pending, inviter])
        await scene.admin.call('deleteUser', { params: { id } })
    }
  },
  reactivateUser: async (scene) => {
    const { desk, lender } = scene
    await desk.rows('update users set deactivated_at = now() where id = $1', [lender.id])
    return asInExample('reactivateUser')(scene)
  },
  resetTwoFactor: async (scene) => {
    await turnOn(scene.lender)
    return asInExample('resetTwoFactor')(scene)
  },
  resendMail: async ({ desk, admin, lender }) => {
    const id = await makeThing.mail(desk, lender, admin)
    await desk.rows(
      `update mails set sent_at = now(), kind = 'passwordReset', user_id = $2, recipient = $3
       where id = $1`,
      [id, lender.id, lender.email],
    )
    return () => admin.call('resendMail', { params: { id } })
  },
  turnOffMails: async ({ desk, lender }) => {
    await desk.rows("insert into secrets (name, value) values ($1, 'x') on conflict do nothing", [
      linkKeyName,
    ])
    const [key] = await desk.rows<{ value: string }>('select value from secrets where name = $1', [
      linkKeyName,
    ])
    const url = switchUrl(
      key?.value ?? '',
      { publicUrl: '' },
      { userId: lender.id, kind: 'questions' },
    )
    const query = { key: url.slice(url.indexOf('=') + 1) }
    return () => succeed(desk.visitor(), 'turnOffMails', { query })
  },
  previewImport:
    async ({ admin }) =>
    () =>
      sendImport(admin, 'preview', { kind: 'loans' }, 'Title\nPier 4 Warehouse'),
  importLoans: async ({ admin }) => {
    const title = `Pier ${randomUUID()}`
    const file = `Title,Borrower,Amount,Rate,Term\n${title},Pier Four LLC,"$1,000,000",7.25%,24`
    return () => sendImport(admin, 'import', { kind: 'loans' }, file)
  },
  importLenders:
    async ({ admin }) =>
    () =>
      sendImport(admin, 'import', { kind: 'lenders' }, `Email\n${newEmail()}`),
  acceptTerms: async ({ desk, lender }) => {
    await desk.rows('update users set terms_version = null where id = $1', [lender.id])
    const { version } = await lender.call('getLegalTexts')
    return () => lender.call('acceptTerms', { body: { version } })
  },
  deleteSample: async (scene) => {
    await scene.desk.rows(
      `insert into users (id, email, password, first_name, last_name)
       values ($1, 'lender@example.com', '', 'Morgan', 'Reyes')`,
      [userId('morgan')],
    )
    return asInExample('deleteSample')(scene)
  },
}

export const prepareAct = (name: ChangingCall): Prepare => prepared[name] ?? asInExample(name)

const isChanging = (name: EndpointName): name is ChangingCall => 'changes' in endpoints[name]

export const changingCalls = rowsOfTheTable.map(([name]) => name).filter(isChanging)
