/** Examples of the calls with which administrators change accounts, invite people and set up the desk. */
import { randomUUID } from 'node:crypto'
import { userId } from '#server/sample/sample-ids.ts'
import { newEmail, type Builders, type Person } from './builders.ts'
import { softOf, type ChangingCall, type Prepare } from './changing-act.ts'
import { sendImport } from './importing.ts'
import { turnOn } from './second-factor.ts'
import { makeThing } from './things.ts'

export const actsOnAccounts: Pick<Record<ChangingCall, Prepare>, AccountCall> = {
  approveUser: async ({ desk, admin }) => {
    const { id } = await desk.makePending()
    return () => admin.call('approveUser', { params: { id } })
  },
  updateUser: async ({ desk, admin }) => {
    const { id } = await desk.makePending()
    const body = { email: newEmail(), isAdmin: 'true', isApproved: 'true' } as const
    const inviter = await makeInviter(desk)
    return async () => {
      await admin.call('updateUser', { params: { id }, body })
      await admin.call('updateUser', { params: { id: inviter.id }, body: { isAdmin: 'false' } })
    }
  },
  deleteUser: async (scene) => {
    await softOf(scene)
    // The administrator who deletes isn't notified, but another one is.
    await scene.desk.makeAdmin()
    const pending = await scene.desk.makePending()
    const inviter = await makeInviter(scene.desk)
    return async () => {
      for (const { id } of [scene.lender, pending, inviter])
        await scene.admin.call('deleteUser', { params: { id } })
    }
  },
  reactivateUser: async ({ desk, admin, lender }) => {
    await desk.rows('update users set deactivated_at = now() where id = $1', [lender.id])
    return () => admin.call('reactivateUser', { params: { id: lender.id } })
  },
  createResetLink:
    async ({ admin, lender }) =>
    () =>
      admin.call('createResetLink', { params: { id: lender.id } }),
  signOutUser:
    async ({ admin, lender }) =>
    () =>
      admin.call('signOutUser', { params: { id: lender.id } }),
  resetTwoFactor: async ({ admin, lender }) => {
    await turnOn(lender)
    return () => admin.call('resetTwoFactor', { params: { id: lender.id } })
  },
  sendTestMail:
    async ({ admin }) =>
    () =>
      admin.call('sendTestMail'),
  resendMail: async ({ desk, admin, lender }) => {
    const id = await makeThing.mail(desk, lender, admin)
    await desk.rows(
      `update mails set sent_at = now(), kind = 'passwordReset', user_id = $2, recipient = $3
       where id = $1`,
      [id, lender.id, lender.email],
    )
    return () => admin.call('resendMail', { params: { id } })
  },
  createInvitations:
    async ({ admin }) =>
    () =>
      admin.call('createInvitations', { body: { emails: [newEmail()] } }),
  deleteInvitation: async ({ admin }) => {
    const [made] = await admin.call('createInvitations', { body: { emails: [newEmail()] } })
    return () => admin.call('deleteInvitation', { params: { id: made?.id ?? '' } })
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
  updateCompany:
    async ({ admin }) =>
    () =>
      admin.call('updateCompany', { body: { name: `Quay Bank ${randomUUID()}` } }),
  updateSetup:
    async ({ admin }) =>
    () =>
      admin.call('updateSetup', { body: { isHidden: 'true' } }),
  acceptTerms: async ({ desk, lender }) => {
    await desk.rows('update users set terms_version = null where id = $1', [lender.id])
    const { version } = await lender.call('getLegalTexts')
    return () => lender.call('acceptTerms', { body: { version } })
  },
  publishLegalText:
    async ({ admin }) =>
    () =>
      admin.call('publishLegalText', { body: { kind: 'terms', text: `# Ours ${randomUUID()}` } }),
  deleteSample: async ({ desk, admin }) => {
    await desk.rows(
      `insert into users (id, email, password, first_name, last_name)
       values ($1, 'lender@example.com', '', 'Morgan', 'Reyes')`,
      [userId('morgan')],
    )
    return () => admin.call('deleteSample')
  },
}
/** An administrator with an open invitation that approves. */
async function makeInviter(desk: Builders): Promise<Person> {
  const inviter = await desk.makeAdmin()
  const body = { emails: [newEmail()], isApproved: 'true' as const }
  await inviter.call('createInvitations', { body })
  return inviter
}

export type AccountCall =
  | 'approveUser'
  | 'updateUser'
  | 'deleteUser'
  | 'reactivateUser'
  | 'createResetLink'
  | 'signOutUser'
  | 'resetTwoFactor'
  | 'sendTestMail'
  | 'resendMail'
  | 'updateCompany'
  | 'updateSetup'
  | 'previewImport'
  | 'importLoans'
  | 'importLenders'
  | 'deleteSample'
  | 'acceptTerms'
  | 'publishLegalText'
  | 'createInvitations'
  | 'deleteInvitation'
