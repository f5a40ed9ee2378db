/** Answers of lenders to proposed terms. An answer is final; repeating the same one changes nothing. */
import { randomUUID } from 'node:crypto'
import type { TermsProposal, TermsQuestion } from '#contract/deal/terms.ts'
import { stakesIn, type Stake } from '#domain/book/deal/changed-terms.ts'
import { entryOfTermsAnswer, type GivenAnswer } from '#domain/book/deal/terms-entries.ts'
import { noticesOfTermsAnswer } from '#domain/book/deal/terms-notices.ts'
import { withinOneCent, type Money } from '#domain/money.ts'
import type { Effects } from '#server/change/effects.ts'
import { requireCaller } from '#server/book/act.ts'
import type { LockedOne } from '#server/book/lock-one-book.ts'
import { changesOfBook } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { termsAnswers } from '#server/database/schema/terms.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { and, eq } from 'drizzle-orm'
import { lockProposal, makerOf, requireOpen } from './lock.ts'
import {
  describeProposal,
  findProposal,
  listAnswers,
  type StoredAnswer,
  type StoredProposal,
} from './read-proposals.ts'
import { findQuestion } from './own-questions.ts'

/** A proposal that doesn't ask the firm gets the same answer as a missing one. */
const question = 'The question'

interface Given extends GivenAnswer {
  /** The amount in the new terms that the screen showed. Omitted if it isn't compared. */
  amount?: Money | undefined
}

/** The question must be that of the caller's firm, or it doesn't exist. */
export const answerTerms = (
  context: Context<'lender'>,
  id: string,
  given: Given,
): Promise<TermsQuestion> => {
  const { principal } = context
  return change(context, {
    lock: (tx) => lockProposal(tx, id, { people: [principal.account.id], what: question }),
    async run(tx, locked) {
      requireCaller(locked.locked, principal, false)
      const firmId = locked.locked.people.get(principal.account.id)?.firmId ?? ''
      const effects = await storeAnswer(tx, context, { id, firmId, given, locked })
      return { ...effects, result: await findQuestion(tx, context, id, firmId) }
    },
  })
}

export const answerTermsOnBehalf = (
  context: Context<'admin'>,
  id: string,
  { firmId, ...given }: Given & { firmId: string },
): Promise<TermsProposal> =>
  change(context, {
    lock: (tx) => lockProposal(tx, id, { what: question }),
    async run(tx, locked) {
      const effects = await storeAnswer(tx, context, { id, firmId, given, locked })
      const result = await describeProposal(tx, await findProposal(tx, id), locked.book)
      return { ...effects, result }
    },
  })

interface Answering {
  id: string
  firmId: string
  given: Given
  locked: LockedOne
}

async function storeAnswer(
  tx: Transaction,
  { principal: { account } }: Pick<Context<'lender' | 'admin'>, 'principal'>,
  { id, firmId, given, locked: { at, book } }: Answering,
): Promise<Effects> {
  const proposal = await findProposal(tx, id)
  const stored = (await listAnswers(tx, id)).find((each) => each.firmId === firmId)
  if (!stored) throw notFound(question)
  if (stored.state === given.answer) return {}
  const stake = stakesIn(book.lines, proposal.proposed).get(firmId)
  requireAnswerable(proposal, stored, stake, given)
  const { answer, how, reason } = given
  const lender = await makerOf(tx, stake)
  const receiptId = randomUUID()
  const { percentage, amount, newAmount } = stake
  await tx
    .update(termsAnswers)
    .set({
      ...{ state: answer, answeredBy: account.id, answeredAt: new Date(at) },
      ...{ how, reason, receiptId, percentage, amount, newAmount },
    })
    .where(and(eq(termsAnswers.proposalId, id), eq(termsAnswers.firmId, firmId)))
  const record = { answer, how, reason, lender, receiptId }
  return {
    entries: [entryOfTermsAnswer(book.loan, proposal, stake, record)],
    notices: noticesOfTermsAnswer(book.loan, stake, { ...record, actor: account }),
    changes: changesOfBook(book.loan.id, [firmId]),
  }
}

function requireAnswerable(
  proposal: StoredProposal,
  stored: StoredAnswer,
  stake: Stake | undefined,
  { answer, amount }: Given,
): asserts stake is Stake {
  requireOpen(proposal)
  if (!stake) throw conflict('This commitment was released, so it needs no answer', 'proposal_over')
  if (stored.state !== 'asked')
    throw conflict(`The new terms were ${stored.state} already`, 'already_answered')
  if (answer === 'declined') return
  if (!stored.isEligible)
    throw conflict("Nobody of this lender's firm can commit now", 'not_active')
  if (!withinOneCent(amount ?? stake.newAmount, stake.newAmount))
    throw conflict(
      'Your amount in the new terms has changed. Review it, then answer again',
      'terms_changed',
    )
}
