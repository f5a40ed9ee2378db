/** Closed books, with what belongs to them. */
import { dayAt } from '#domain/time-zone.ts'
import type { Builders, Person } from './builders.ts'

type Make = (desk: Builders, owner: Person, admin: Person) => Promise<string>

export const today = () => dayAt(new Date())

/** The body of a call to draft instructions. */
export const someInstructions = (admin: Person) => ({
  beneficiary: 'First Harbor Title LLC, as escrow agent',
  bank: 'Harbor National Bank',
  routingNumber: '021000021',
  accountNumber: '004512345678',
  reference: 'Elm Street 12',
  dueAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  currentPassword: admin.password,
})

export const someCall = () => ({
  spokeWith: 'Maria Lang',
  phone: '+1 212 555 0143',
  calledAt: new Date().toISOString(),
})

/** Closes a book in which the owner holds a tenth, and the originator the rest. */
async function closeBook(desk: Builders, owner: Person, admin: Person) {
  const { id } = await desk.makeLoan()
  await desk.makeCommitment(owner, { id }, { percentage: '10' })
  const params = { id }
  const { bookVersion } = await admin.call('getDeal', { params })
  const body = { bookVersion, effectiveDate: today(), retainRest: 'true' } as const
  return admin.call('closeBook', { params, body })
}

const draft = (admin: Person, id: string) =>
  admin.call('createInstructions', { params: { id }, body: someInstructions(admin) })

async function verified(admin: Person, loanId: string) {
  const { id } = await draft(admin, loanId)
  const body = { ...someCall(), result: 'Right' }
  return admin.call('verifyInstructions', { params: { id }, body })
}

export const closingThings = {
  async closedLoan(desk, owner, admin) {
    const { loanId } = await closeBook(desk, owner, admin)
    const { id } = await verified(admin, loanId)
    await admin.call('sendInstructions', { params: { id } })
    return loanId
  },
  register: async (desk, owner, admin) => (await closeBook(desk, owner, admin)).id,
  async registerEntry(desk, owner, admin) {
    const { entries } = await closeBook(desk, owner, admin)
    return entries.find(({ isHold }) => isHold === 'false')?.id ?? ''
  },
  async draftInstructions(desk, owner, admin) {
    const { loanId } = await closeBook(desk, owner, admin)
    return (await draft(admin, loanId)).id
  },
  async verifiedInstructions(desk, owner, admin) {
    const { loanId } = await closeBook(desk, owner, admin)
    return (await verified(admin, loanId)).id
  },
  async fundsReceipt(desk, owner, admin) {
    const { loanId, entries } = await closeBook(desk, owner, admin)
    const firmId = entries.find(({ isHold }) => isHold === 'false')?.firmId ?? ''
    const body = { firmId, amount: '1.00', receivedOn: today(), reference: 'FED 1' }
    return (await admin.call('createFundsReceipt', { params: { id: loanId }, body })).id
  },
} as const satisfies Record<string, Make>

export const storedClosingThings: Record<keyof typeof closingThings, string> = {
  closedLoan: `select concat_ws('|', t::text,
    (select string_agg(x::text, ' ' order by x::text) from commitments x where x.loan_id = t.id),
    (select string_agg(x::text, ' ' order by x::text) from registers x where x.loan_id = t.id),
    (select string_agg(x::text, ' ' order by x::text) from funding_instructions x where x.loan_id = t.id),
    (select string_agg(x::text, ' ' order by x::text) from funds_receipts x where x.loan_id = t.id),
    (select string_agg(x::text, ' ' order by x::text) from call_backs x
      join funding_instructions i on i.id = x.instructions_id where i.loan_id = t.id)) as row
    from loans t where id = $1::uuid`,
  register: 'select t::text as row from registers t where id = $1::uuid',
  registerEntry: 'select t::text as row from register_entries t where id = $1::uuid',
  draftInstructions: 'select t::text as row from funding_instructions t where id = $1::uuid',
  verifiedInstructions: 'select t::text as row from funding_instructions t where id = $1::uuid',
  fundsReceipt: 'select t::text as row from funds_receipts t where id = $1::uuid',
}
