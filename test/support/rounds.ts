/** Allocations of loans, made over the wire. */
import type { Allocation } from '#contract/deal/allocations.ts'
import type { Offer } from '#contract/deal/offers.ts'
import type { Person } from './builders.ts'

export const daysAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString()

interface Loan {
  id: string
}

interface Wanted {
  hold?: string
  order?: object
  lines?: object[]
  note?: string
}

export async function saveDraft(
  admin: Person,
  { id }: Loan,
  { hold = '0', order = { kind: 'proRata' }, lines = [], note }: Wanted = {},
): Promise<Allocation> {
  const { bookVersion } = await admin.call('getDeal', { params: { id } })
  const body = { bookVersion, hold, order, lines, ...(note !== undefined && { note }) } as never
  return admin.call('saveAllocation', { params: { id }, body })
}

export async function publish(
  admin: Person,
  { id, bookVersion }: Allocation,
  respondBy = daysAhead(3),
): Promise<Allocation> {
  return admin.call('publishAllocation', { params: { id }, body: { bookVersion, respondBy } })
}

export const openRound = async (admin: Person, loan: Loan, wanted: Wanted = {}) =>
  publish(admin, await saveDraft(admin, loan, wanted))

/** The newest offer to a lender on a loan. */
export async function offerTo(lender: Person, loan: Loan): Promise<Offer> {
  const [offer] = await lender.call('listOwnOffers', { query: { loanId: loan.id } })
  if (!offer) throw new Error('There is no offer')
  return offer
}

export const accept = (lender: Person, { id, addedAmount }: Offer) =>
  lender.call('acceptOffer', { params: { id }, body: { amount: addedAmount } })

export const decline = (lender: Person, { id }: Offer, reason?: string) =>
  lender.call('declineOffer', { params: { id }, body: reason === undefined ? {} : { reason } })

/** Lets the time to answer of a round pass. */
export const expire = (
  desk: { rows: (text: string, values: unknown[]) => Promise<unknown> },
  { id }: { id: string },
) =>
  desk.rows(`update allocations set respond_by = now() - interval '1 minute' where id = $1`, [id])
