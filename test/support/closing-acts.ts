/** Successful calls on closed books, with as many changes as possible. */
import type { ChangingCall, Prepare, Scene } from './changing-acts.ts'
import { closingThings, someCall, today } from './closing-things.ts'

/** Two lenders hold a loan, and one of them has soft interest, so that others are notified too. */
async function heldLoan({ desk, admin, lender, loan }: Scene) {
  await desk.makeAdmin()
  await desk.makeCommitment(lender, loan, { percentage: '60' })
  await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '30' })
  const params = { id: loan.id }
  const { bookVersion } = await admin.call('getDeal', { params })
  const body = { bookVersion, effectiveDate: today(), retainRest: 'true' } as const
  return { params, body }
}

async function closedLoan(scene: Scene) {
  const input = await heldLoan(scene)
  const register = await scene.admin.call('closeBook', input)
  const firmId = register.entries.find(({ percentage }) => percentage === '60.00')?.firmId ?? ''
  return { params: input.params, firmId }
}

export const closingActs: Partial<Record<ChangingCall, Prepare>> = {
  closeBook: async (scene) => {
    const input = await heldLoan(scene)
    return () => scene.admin.call('closeBook', input)
  },
  reopenBook: async (scene) => {
    const { params } = await closedLoan(scene)
    return () => scene.admin.call('reopenBook', { params, body: { reason: 'A mistake' } })
  },
  createFundsReceipt: async (scene) => {
    const { params, firmId } = await closedLoan(scene)
    const body = { firmId, amount: '1.00', receivedOn: today(), reference: 'FED 1' }
    return () => scene.admin.call('createFundsReceipt', { params, body })
  },
  proposeFundsReceipts: async (scene) => {
    const { params } = await closedLoan(scene)
    const path = `/api/admin/loans/${params.id}/statements`
    const body = `Date,Description,Amount\n${today()},Wire,1.00\n`
    return async () => {
      const { status } = await scene.admin.request('POST', path, { body })
      if (status !== 200) throw new Error(`The statement was refused: ${status}`)
    }
  },
  takeOverShare: async (scene) => {
    const { params, firmId } = await closedLoan(scene)
    const body = { firmId, reason: 'No money came.' }
    return () => scene.admin.call('takeOverShare', { params, body })
  },
  verifyInstructions: async ({ desk, admin, lender }) => {
    const params = { id: await closingThings.draftInstructions(desk, lender, admin) }
    const body = { ...someCall(), result: 'Right' }
    return () => admin.call('verifyInstructions', { params, body })
  },
  recordCallBack: async ({ desk, admin, lender }) => {
    const params = { loanId: await closingThings.closedLoan(desk, lender, admin) }
    return () => lender.call('recordCallBack', { params, body: { version: 1, ...someCall() } })
  },
}
