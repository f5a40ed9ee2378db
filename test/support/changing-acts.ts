/**
 * One successful example of every call that changes something, prepared so that it changes all it
 * can.
 */
import { newEmail, type Person } from './builders.ts'
import {
  softOf,
  type ChangingCall,
  type Prepare,
  type Scene,
  type Scenery,
} from './changing-act.ts'
import { actsOnAccounts, type AccountCall } from './changing-acts-on-accounts.ts'
import type { Caller } from './caller.ts'
import { pdfFile, pictureFile } from './sample-files.ts'
import { currentCode, forgetCodes, turnOn } from './second-factor.ts'
import { makeThing } from './things.ts'
import { askForUpload, putBytes, uploadBytes } from './uploading.ts'

const signedIn = { firstName: 'Ada', lastName: 'Cole', password: 'correct horse battery' }

/** A person with two-factor sign-in, and a proof of both factors. */
async function withBothFactors({ desk, lender }: Scene) {
  const { secret } = await turnOn(lender)
  await forgetCodes(desk, lender)
  return { body: { currentPassword: lender.password, code: currentCode(secret) } }
}

const instruction = { instructedBy: 'Ada Cole, by phone', instructedOn: '2026-01-05' }

const uploadOf = (bytes: Buffer, kind: 'document' | 'photo', admin: Person) =>
  uploadBytes(admin, kind, bytes)

async function mailedToken(desk: Scenery, lender: Person, admin: Person) {
  const { url } = await admin.call('createResetLink', { params: { id: lender.id } })
  return new URL(url).searchParams.get('token') ?? ''
}

const own: Pick<Record<ChangingCall, Prepare>, OwnCall> = {
  register: async ({ desk, admin }) => {
    const email = newEmail()
    const isApproved = 'true'
    const [made] = await admin.call('createInvitations', { body: { emails: [email], isApproved } })
    const invitation = new URL(made?.url ?? '').searchParams.get('invitation') ?? ''
    const body = { ...signedIn, email, invitation }
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
  updateProfile:
    async ({ lender }) =>
    () =>
      lender.call('updateProfile', { body: { firstName: 'Ada', lastName: 'Cole' } }),
  changePassword:
    async ({ lender }) =>
    () =>
      lender.call('changePassword', {
        body: { currentPassword: lender.password, newPassword: 'another horse battery' },
      }),
  // This call requires a desk with only one administrator.
  changeOwnEmail: async ({ desk, admin }) => {
    await desk.rows('update users set deactivated_at = now() where is_admin and id <> $1', [
      admin.id,
    ])
    const body = { email: newEmail(), currentPassword: admin.password }
    return () => admin.call('changeOwnEmail', { body })
  },
  requestPasswordReset:
    async ({ desk, lender }) =>
    () =>
      desk.visitor().call('requestPasswordReset', { body: { email: lender.email } }),
  resetPassword: async ({ desk, lender, admin }) => {
    const token = await mailedToken(desk, lender, admin)
    const body = { token, password: 'another horse battery' }
    return () => desk.visitor().call('resetPassword', { body })
  },
  endSession: async ({ desk, lender, admin }) => {
    const id = await makeThing.session(desk, lender, admin)
    return () => lender.call('endSession', { params: { id } })
  },
  signOutEverywhere:
    async ({ lender }) =>
    () =>
      lender.call('signOutEverywhere'),
  startTwoFactor:
    async ({ lender }) =>
    () =>
      lender.call('startTwoFactor', { body: { currentPassword: lender.password } }),
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
  addFavorite:
    async ({ admin, loan }) =>
    () =>
      admin.call('addFavorite', { body: { loanId: loan.id } }),
  removeFavorite:
    async ({ lender, loan }) =>
    () =>
      lender.call('removeFavorite', { params: { loanId: loan.id } }),
  visitLoan:
    async ({ lender, loan: { id } }) =>
    () =>
      lender.call('visitLoan', { params: { id } }),
  createSavedFilter:
    async ({ lender }) =>
    () =>
      lender.call('createSavedFilter', { body: { name: 'Boston', location: 'Boston' } }),
  updateSavedFilter: async ({ desk, lender, admin }) => {
    const id = await makeThing['saved filter'](desk, lender, admin)
    return () => lender.call('updateSavedFilter', { params: { id }, body: { name: 'Boston' } })
  },
  deleteSavedFilter: async ({ desk, lender, admin }) => {
    const id = await makeThing['saved filter'](desk, lender, admin)
    return () => lender.call('deleteSavedFilter', { params: { id } })
  },
  markNotificationRead: async ({ desk, lender, admin }) => {
    const id = await makeThing.notification(desk, lender, admin)
    return () => lender.call('markNotificationRead', { params: { id } })
  },
  markAllNotificationsRead:
    async ({ lender }) =>
    () =>
      lender.call('markAllNotificationsRead'),
}
type OwnCall =
  | 'register'
  | 'login'
  | 'logout'
  | 'updateProfile'
  | 'changePassword'
  | 'changeOwnEmail'
  | 'requestPasswordReset'
  | 'resetPassword'
  | 'endSession'
  | 'signOutEverywhere'
  | 'startTwoFactor'
  | 'confirmTwoFactor'
  | 'renewRecoveryCodes'
  | 'endTwoFactor'
  | 'addFavorite'
  | 'removeFavorite'
  | 'visitLoan'
  | 'createSavedFilter'
  | 'updateSavedFilter'
  | 'deleteSavedFilter'
  | 'markNotificationRead'
  | 'markAllNotificationsRead'

const ofLoans: Omit<Record<ChangingCall, Prepare>, OwnCall | AccountCall> = {
  createLoan:
    async ({ admin, loan: { title, borrowerName, amount, interestRate, term } }) =>
    () =>
      admin.call('createLoan', { body: { title, borrowerName, amount, interestRate, term } }),
  updateLoan: async (scene) => {
    await softOf(scene)
    const params = { id: scene.loan.id }
    return () => scene.admin.call('updateLoan', { params, body: { interestRate: '8.00' } })
  },
  publishLoan: async ({ admin, loan: { title, borrowerName, amount, interestRate, term } }) => {
    const fields = { title, borrowerName, amount, interestRate, term }
    const { id } = await admin.call('createLoan', { body: { ...fields, isDraft: 'true' } })
    return () => admin.call('publishLoan', { params: { id }, body: {} })
  },
  // The lender has been notified of it, and loses the link.
  unpublishLoan:
    async ({ admin, loan: { id } }) =>
    () =>
      admin.call('unpublishLoan', { params: { id }, body: {} }),
  deleteLoan: async (scene) => {
    await softOf(scene)
    return () => scene.admin.call('deleteLoan', { params: { id: scene.loan.id } })
  },
  recordCommitment: async ({ admin, lender, loan: { id: loanId } }) => {
    const body = { loanId, lenderId: lender.id, percentage: '3' }
    return () => admin.call('recordCommitment', { params: { loanId }, body })
  },
  releaseCommitment: async ({ desk, admin, lender, loan }) => {
    const { id } = await desk.makeCommitment(lender, loan)
    return () => admin.call('releaseCommitment', { params: { id }, body: { reason: 'Agreed' } })
  },
  changeCommitmentOnBehalf: async (scene) => {
    const { id } = await softOf(scene)
    const body = { percentage: '2', ...instruction }
    return () => scene.admin.call('changeCommitmentOnBehalf', { params: { id }, body })
  },
  withdrawCommitmentOnBehalf: async (scene) => {
    const { id } = await softOf(scene)
    return () =>
      scene.admin.call('withdrawCommitmentOnBehalf', { params: { id }, body: instruction })
  },
  makeCommitmentBindingOnBehalf: async (scene) => {
    const { id, amount } = await softOf(scene)
    const body = { amount, ...instruction }
    return () => scene.admin.call('makeCommitmentBindingOnBehalf', { params: { id }, body })
  },
  createCommitment:
    async ({ lender, loan }) =>
    () =>
      lender.call('createCommitment', { body: { loanId: loan.id, percentage: '3' } }),
  changeCommitment: async (scene) => {
    const { id } = await softOf(scene)
    return () =>
      scene.lender.call('changeCommitment', { params: { id }, body: { percentage: '2' } })
  },
  withdrawCommitment: async (scene) => {
    const { id } = await softOf(scene)
    return () => scene.lender.call('withdrawCommitment', { params: { id } })
  },
  makeCommitmentBinding: async (scene) => {
    const { id, amount } = await softOf(scene)
    return () => scene.lender.call('makeCommitmentBinding', { params: { id }, body: { amount } })
  },
  // It says what a file is, and changes nothing.
  verifyReceipt:
    async ({ desk }) =>
    () =>
      desk.visitor().call('verifyReceipt', { body: { file: 'e30=' } }),
  createDocumentUpload:
    async ({ admin }) =>
    () =>
      admin.call('createDocumentUpload', { body: {} }),
  createPhotoUpload:
    async ({ admin }) =>
    () =>
      admin.call('createPhotoUpload', { body: {} }),
  receiveUpload: async ({ admin }) => {
    const upload = await askForUpload(admin, 'document')
    return () => putBytes(upload, pdfFile())
  },
  createDocument: async ({ admin, loan: { id: loanId } }) => {
    const fileUrl = await uploadOf(pdfFile(), 'document', admin)
    const body = {
      loanId,
      filename: 'Appraisal.pdf',
      fileType: 'application/pdf',
      fileUrl,
    } as const
    return () => admin.call('createDocument', { body })
  },
  updateDocument: async ({ desk, admin, loan }) => {
    const { id } = await desk.makeDocument(loan)
    return () => admin.call('updateDocument', { params: { id }, body: { group: 'legal' } })
  },
  deleteDocument: async ({ desk, admin, loan }) => {
    const { id } = await desk.makeDocument(loan)
    return () => admin.call('deleteDocument', { params: { id } })
  },
  createPhoto: async ({ admin, loan: { id: loanId } }) => {
    const fileUrl = await uploadOf(await pictureFile('png'), 'photo', admin)
    return () => admin.call('createPhoto', { body: { loanId, filename: 'Front.png', fileUrl } })
  },
  updatePhoto: async ({ desk, admin, loan }) => {
    const { id } = await desk.makePhoto(loan)
    return () => admin.call('updatePhoto', { params: { id }, body: { isCover: 'true' } })
  },
  deletePhoto: async ({ desk, admin, loan }) => {
    const { id } = await desk.makePhoto(loan)
    return () => admin.call('deletePhoto', { params: { id } })
  },
  createMessage:
    async ({ admin, lender, loan: { id: loanId } }) =>
    () =>
      admin.call('createMessage', {
        body: { loanId, userId: admin.id, message: 'Closing is in May.', recipientId: lender.id },
      }),
  getObject: async ({ desk, lender, loan }) => {
    const { fileUrl } = await desk.makeDocument(loan)
    return () => read(lender, `/objects/${fileUrl}`)
  },
  downloadDocuments: async ({ desk, lender, loan }) => {
    await desk.makeDocument(loan)
    return () => read(lender, `/api/loans/${loan.id}/documents.zip`)
  },
  exportAudit:
    async ({ admin }) =>
    () =>
      read(admin, '/api/admin/audit.csv'),
  exportExposureAsXlsx:
    async ({ admin }) =>
    () =>
      read(admin, '/api/admin/exposure.xlsx'),
  exportExposureAsPdf:
    async ({ admin }) =>
    () =>
      read(admin, '/api/admin/exposure.pdf'),
  exportBookAsCsv:
    async ({ admin, loan: { id } }) =>
    () =>
      read(admin, `/api/admin/loans/${id}/book.csv`),
  exportBookAsXlsx:
    async ({ admin, loan: { id } }) =>
    () =>
      read(admin, `/api/admin/loans/${id}/book.xlsx`),
  exportPositionAsCsv: exportOwn('position.csv'),
  exportPositionAsXlsx: exportOwn('position.xlsx'),
  exportStatement: exportOwn('statement.pdf'),
}

/** An export of the lender's position; an empty one is not on record. */
function exportOwn(file: string): Prepare {
  return async (scene) => {
    await softOf(scene)
    return () => read(scene.lender, `/api/commitments/me/${file}`)
  }
}

/** A call whose answer is a file, as a page of this site makes it. */
async function read(caller: Caller, path: string) {
  const reply = await caller.request('GET', path, { headers: { origin: caller.address } })
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`)
}

export const changingActs: Record<ChangingCall, Prepare> = { ...own, ...actsOnAccounts, ...ofLoans }

/** People and a loan for one act. */
export async function setScene(desk: Scenery): Promise<Scene> {
  const admin = await desk.makeAdmin()
  const lender = await desk.makeLender()
  const loan = await admin.call('createLoan', {
    body: {
      title: 'Pier 4 Warehouse',
      borrowerName: 'Pier Four LLC',
      amount: '1000000.00',
      interestRate: '7.25',
      term: 24,
    },
  })
  await lender.call('addFavorite', { body: { loanId: loan.id } })
  return { desk, admin, lender, loan }
}
