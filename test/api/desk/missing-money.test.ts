/** The money that lenders of a closed loan owe, in Today, in the pipeline and in the stages of its lenders. */
import type { Person } from '#test/support/builders.ts'
import { closeBook } from '#test/support/closed-books.ts'
import { someCall, someInstructions, today } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

const none = { items: [], count: 0 }

async function sendInstructions(loanId: string) {
  const { id } = await admin.call('createInstructions', {
    params: { id: loanId },
    body: someInstructions(admin),
  })
  const body = { ...someCall(), result: 'Right' }
  await admin.call('verifyInstructions', { params: { id }, body })
  return admin.call('sendInstructions', { params: { id } })
}

it('counts money as missing from the sending of instructions until the last cent has come', async () => {
  const [rosa, luis, other] = await Promise.all([
    desk.makeLender(),
    desk.makeLender(),
    desk.makeLender(),
  ])
  const loan = await desk.makeLoan({ amount: '1000000.00' })
  await desk.makeCommitment(rosa, loan, { percentage: '25' })
  await desk.makeCommitment(luis, loan, { percentage: '30' })
  const register = await closeBook(admin, loan.id, { retainRest: 'true' })
  const firmIds = new Map<string, string>(
    register.entries.map(({ percentage, firmId }) => [percentage, firmId]),
  )
  const receive = (share: '25.00' | '30.00', amount: string) =>
    admin.call('createFundsReceipt', {
      params: { id: loan.id },
      body: { firmId: firmIds.get(share) ?? '', amount, receivedOn: today(), reference: amount },
    })
  const read = async () => {
    const [{ missingMoney }, pipeline, { lenders }, ofRosa, ofOther] = await Promise.all([
      admin.call('getAdminToday'),
      admin.call('getPipeline'),
      admin.call('listLoanLenders', { params: { id: loan.id } }),
      rosa.call('getToday'),
      other.call('getToday'),
    ])
    return {
      ...{ missingMoney, rosa: ofRosa.dueMoney, other: ofOther.dueMoney },
      pipeline: pipeline.find(({ loanId }) => loanId === loan.id)?.missingMoney,
      stages: [rosa, luis].map(({ id }) => lenders.find(({ lenderId }) => lenderId === id)?.stage),
    }
  }
  expect(await read()).toEqual({
    ...{ missingMoney: none, rosa: none, other: none, pipeline: null },
    stages: ['binding', 'binding'],
  })

  const { dueAt } = await sendInstructions(loan.id)
  const about = { loanId: loan.id, loanTitle: loan.title, dueAt: new Date(dueAt).toISOString() }
  expect(await read()).toEqual({
    missingMoney: { items: [{ ...about, outstanding: '550000.00', lenders: 2 }], count: 1 },
    rosa: { items: [{ ...about, outstanding: '250000.00' }], count: 1 },
    other: none,
    pipeline: { amount: '550000.00', lenders: 2, dueAt: about.dueAt },
    stages: ['binding', 'binding'],
  })

  await receive('25.00', '249975.00')
  expect((await read()).rosa.items).toMatchObject([{ outstanding: '25.00' }])
  const last = await receive('25.00', '25.00')
  expect(await read()).toMatchObject({
    missingMoney: { items: [{ outstanding: '300000.00', lenders: 1 }] },
    rosa: none,
    pipeline: { amount: '300000.00', lenders: 1 },
    stages: ['paid', 'binding'],
  })
  const reason = 'The bank returned the wire'
  await admin.call('reverseFundsReceipt', { params: { id: last.id }, body: { reason } })
  expect(await read()).toMatchObject({
    rosa: { items: [{ outstanding: '25.00' }] },
    stages: ['binding', 'binding'],
  })
  await receive('25.00', '25.00')
  await receive('30.00', '300000.00')
  expect(await read()).toMatchObject({
    ...{ missingMoney: none, rosa: none, pipeline: null },
    stages: ['paid', 'paid'],
  })
})
