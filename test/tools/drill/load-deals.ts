/** Acts on a loan whose book is allocated, closed and paid on the deal desk. */
import type { Allocation } from '#contract/deal/allocations.ts'
import type { Funding } from '#contract/deal/funding.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { dayAt } from '#domain/time-zone.ts'
import { ask } from './ask.ts'
import type { Person } from './copy.ts'
import type { DealTable, Outcome } from './ledger.ts'
import type { Acts, Scene } from './scene.ts'

const today = () => dayAt(new Date())
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

interface Desk extends Scene {
  admin: Person
  deal: Deal
}

/** Takes the step that fits the stage in which the deal is read. Another administrator can be faster. */
export const actsOnDeal = (scene: Scene, admin: Person): Acts => [
  [40, () => takeStep(scene, admin)],
]

async function takeStep(scene: Scene, admin: Person): Promise<Outcome | null> {
  const { chance, dealLoanId } = scene
  const read = await ask(scene, admin, 'getDeal', { params: { id: dealLoanId } })
  if (read.outcome !== 'acknowledged') return read.outcome
  // The response is cast to its type without validation.
  const desk = { ...scene, admin, deal: read.body as Deal }
  const { bookStage, termsProposal, totals } = desk.deal
  if (bookStage === 'closed') return chance.isTrue(0.2) ? reopen(desk) : moveMoney(desk)
  if (bookStage === 'offered') return chance.isTrue(0.2) ? endRound(desk) : answer(desk)
  if (termsProposal) return endTerms(desk, termsProposal.id)
  const isBound = totals.bindingPercentage !== totals.holdPercentage
  if (isBound && chance.isTrue(0.2)) return proposeTerms(desk)
  if (isBound && chance.isTrue(0.3)) return close(desk)
  return totals.softPercentage === '0.00' ? close(desk) : publish(desk)
}

/** Notes a record that was acknowledged, which must be there after the fault, and in its final state if it has one. */
function note(
  { copy }: Scene,
  { table, state, id }: { table: DealTable; state?: string; id?: string | undefined },
  { outcome, body }: { outcome: Outcome; body: unknown },
): Outcome {
  const noted = id ?? (body as { id?: string } | null)?.id
  if (outcome === 'acknowledged' && noted)
    copy.ledger.dealRecords.set(noted, { table, state: state ?? null })
  return outcome
}

async function publish(desk: Desk): Promise<Outcome> {
  const { admin, deal, chance, dealLoanId } = desk
  const params = { id: dealLoanId }
  const kind = chance.isTrue(0.5) ? 'proRata' : 'byTime'
  const body = { bookVersion: deal.bookVersion, hold: '10', order: { kind }, lines: [] }
  const saved = await ask(desk, admin, 'saveAllocation', { params, body })
  if (saved.outcome !== 'acknowledged') return saved.outcome
  const draft = saved.body as Allocation
  const published = await ask(desk, admin, 'publishAllocation', {
    params: { id: draft.id },
    body: { bookVersion: draft.bookVersion, respondBy: inDays(1) },
  })
  return note(desk, { table: 'allocations' }, published)
}

async function answer(desk: Desk): Promise<Outcome | null> {
  const { admin, chance, dealLoanId } = desk
  const read = await ask(desk, admin, 'listAllocations', { params: { id: dealLoanId } })
  if (read.outcome !== 'acknowledged') return read.outcome
  const { rounds } = read.body as { rounds: Allocation[] }
  const open = chance.one((rounds[0]?.lines ?? []).filter(({ state }) => state === 'offered'))
  if (!open) return null
  const word = chance.isTrue(0.8) ? 'accepted' : 'declined'
  const body = { answer: word, amount: open.addedAmount, how: 'By telephone' }
  const given = await ask(desk, admin, 'answerOfferOnBehalf', { params: { id: open.id }, body })
  return note(desk, { table: 'allocation_lines', state: word, id: open.id }, given)
}

async function endRound(desk: Desk): Promise<Outcome | null> {
  const { admin, deal } = desk
  if (!deal.lastRound) return null
  const { id } = deal.lastRound
  const ended = await ask(desk, admin, 'endRound', { params: { id } })
  return note(desk, { table: 'allocations', state: 'ended', id }, ended)
}

async function close(desk: Desk): Promise<Outcome> {
  const { admin, deal, dealLoanId } = desk
  const body = { bookVersion: deal.bookVersion, effectiveDate: today(), retainRest: 'true' }
  const closed = await ask(desk, admin, 'closeBook', { params: { id: dealLoanId }, body })
  return note(desk, { table: 'registers' }, closed)
}

async function reopen(desk: Desk): Promise<Outcome> {
  const { admin, deal, dealLoanId } = desk
  const body = { reason: 'The borrower asks for less.' }
  const reopened = await ask(desk, admin, 'reopenBook', { params: { id: dealLoanId }, body })
  return note(desk, { table: 'registers', state: 'ended', id: deal.register?.id }, reopened)
}

/** Records all or a part of what a lender owes, reverses a receipt, or takes a share over. */
async function moveMoney(desk: Desk): Promise<Outcome | null> {
  const { admin, chance, copy, dealLoanId } = desk
  const params = { id: dealLoanId }
  const read = await ask(desk, admin, 'getFunding', { params })
  if (read.outcome !== 'acknowledged') return read.outcome
  const { lenders, receipts } = read.body as Funding
  const standing = chance.one(receipts.filter(({ reversal }) => reversal === null))
  if (standing && chance.isTrue(0.3)) {
    const { id } = standing
    const body = { reason: 'The bank returned the wire.' }
    const reversed = await ask(desk, admin, 'reverseFundsReceipt', { params: { id }, body })
    return note(desk, { table: 'funds_receipts', state: 'reversed', id }, reversed)
  }
  const owing = chance.one(lenders.filter(({ state }) => state !== 'received'))
  if (!owing) return null
  const { firmId, outstanding } = owing
  if (chance.isTrue(0.1)) {
    const body = { firmId, reason: 'No money came.' }
    const taken = await ask(desk, admin, 'takeOverShare', { params, body })
    return note(desk, { table: 'registers' }, taken)
  }
  const amount = chance.isTrue(0.5) ? outstanding : '0.01'
  const reference = `FED ${copy.ledger.nextNumber()}`
  const body = { firmId, amount, receivedOn: today(), reference }
  const received = await ask(desk, admin, 'createFundsReceipt', { params, body })
  return note(desk, { table: 'funds_receipts' }, received)
}

async function proposeTerms(desk: Desk): Promise<Outcome> {
  const { admin, chance, dealLoanId } = desk
  const interestRate = `${chance.whole(5, 12)}.${chance.whole(10, 99)}`
  const body = { interestRate, reason: 'The rate moved.', respondBy: inDays(1) }
  const proposed = await ask(desk, admin, 'proposeTerms', { params: { id: dealLoanId }, body })
  return note(desk, { table: 'terms_proposals' }, proposed)
}

/** Confirms for one lender, cancels, or applies, which is refused while answers are missing. */
async function endTerms(desk: Desk, id: string): Promise<Outcome | null> {
  const { admin, chance, deal } = desk
  const params = { id }
  const end = async (call: 'cancelTerms' | 'applyTerms', state: string) =>
    note(desk, { table: 'terms_proposals', state, id }, await ask(desk, admin, call, { params }))
  if (chance.isTrue(0.1)) return end('cancelTerms', 'canceled')
  const asked = deal.termsProposal?.answers.find(({ state }) => state === 'asked')
  if (!asked) return end('applyTerms', 'applied')
  const { firmId, newAmount: amount } = asked
  const body = { firmId, answer: 'confirmed', amount, how: 'By telephone' }
  return (await ask(desk, admin, 'answerTermsOnBehalf', { params, body })).outcome
}
