/** A desk with closed books to fund, for the tests of funding. */
import type { Register } from '#contract/deal/registers.ts'
import type { Person } from './builders.ts'
import { readRefusal, type Reply } from './caller.ts'
import { closeBook } from './closed-books.ts'
import { someCall, someInstructions, today } from './closing-things.ts'
import { openDesk } from './desk.ts'

export const ofLoan = ({ loanId }: { loanId: string }) => ({ params: { id: loanId } })
export const ownOf = ({ loanId }: { loanId: string }) => ({ params: { loanId } })
export const firmOf = ({ entries }: Register, name: string) =>
  entries.find(({ lenderName }) => lenderName === name)?.firmId ?? ''

export async function refused(call: Promise<Reply>) {
  const reply = await call
  const { code, message, fields } = readRefusal(reply)
  return { status: reply.status, code, message, ...(fields && { fields }) }
}

export async function openFundingDesk() {
  const desk = await openDesk({
    ...{ RATE_LIMIT: 'off', BRAND_NAME: 'Harbor Capital', BRAND_PHONE: '212 555 0100' },
  })
  const olga = await desk.makeAdmin()
  const people = {
    olga,
    paula: await desk.makeAdmin({ firstName: 'Paula' }),
    lena: await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' }),
    luis: await desk.makeLender({ firstName: 'Luis', lastName: 'Ortega' }),
    mara: await desk.makeLender({ firstName: 'Mara', lastName: 'Klein' }),
  }
  const { lena, luis, mara } = people

  async function makeDraft(register: Register, more: object = {}) {
    const body = { ...someInstructions(olga), ...more }
    return olga.call('createInstructions', { ...ofLoan(register), body })
  }
  const verify = (id: string, by = olga) =>
    by.call('verifyInstructions', { params: { id }, body: { ...someCall(), result: 'Right' } })
  const send = (id: string) => olga.call('sendInstructions', { params: { id } })

  return {
    desk,
    ...people,
    makeDraft,
    verify,
    send,
    /** A closed book of $1,000,000.01: Lena 25%, Luis 25%, Mara 30%, and the originator 20%. */
    closedBook: async (title = 'Elm Street') => {
      const loan = await desk.makeLoan({ amount: '1000000.01', title })
      await desk.makeCommitment(lena, loan, { percentage: '15' })
      await desk.makeCommitment(lena, loan, { percentage: '10' })
      await desk.makeCommitment(luis, loan, { percentage: '25' })
      await desk.makeCommitment(mara, loan, { percentage: '30' })
      return closeBook(olga, loan.id, { retainRest: 'true' })
    },
    draft: (register: Register, more: object = {}, by: Person = olga) =>
      by.send('createInstructions', {
        ...ofLoan(register),
        body: { ...someInstructions(by), ...more },
      }),
    sendNew: async (register: Register, more: object = {}) => {
      const { id } = await makeDraft(register, more)
      await verify(id)
      return send(id)
    },
    receive: (register: Register, name: string, amount: string, more: object = {}) => {
      const firmId = firmOf(register, name)
      const body = { firmId, amount, receivedOn: today(), reference: 'FED 1', ...more }
      return olga.send('createFundsReceipt', { ...ofLoan(register), body })
    },
    fund: ({ loanId }: Register) =>
      olga.send('updateLoan', { params: { id: loanId }, body: { status: 'funded' } }),
    nextOf: async (register: Register) => (await olga.call('getDeal', ofLoan(register))).next,
  }
}

export type FundingDesk = Awaited<ReturnType<typeof openFundingDesk>>
