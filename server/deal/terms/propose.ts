import { randomUUID } from 'node:crypto'
import type { NewTermsProposal, TermsProposal } from '#contract/deal/terms.ts'
import { pickTerms, proposedDaysToAnswer, stakesIn } from '#domain/book/deal/changed-terms.ts'
import { refusalOfRespondBy } from '#domain/book/deal/respond-by.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { entryOfProposal } from '#domain/book/deal/terms-entries.ts'
import { noticeOfProposal } from '#domain/book/deal/terms-notices.ts'
import { refusalOfStatus } from '#domain/book/refusals.ts'
import { settleRates } from '#domain/loans/credit/note-rate.ts'
import { changedTerms } from '#domain/loans/credit/terms.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import { changesOfBook } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import { loans } from '#server/database/schema/loans.ts'
import { termsAnswers, termsProposals } from '#server/database/schema/terms.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findAnyLoan } from '#server/loans/read-loans.ts'
import { eq } from 'drizzle-orm'
import { describeProposal, findProposal } from './read-proposals.ts'

/** Asks every lender that is bound. Until the terms are applied or canceled, nobody else can be bound. */
export const proposeTerms = (
  context: Context<'admin'>,
  loanId: string,
  { reason, respondBy: sent, ...wanted }: NewTermsProposal,
): Promise<TermsProposal> =>
  change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book: { loan, lines } }) {
      const refusal = refusalOfStatus(loan) ?? refusalOfStage('proposeTerms', loan, at)
      if (refusal) throw conflict(refusal.message, refusal.code)
      const respondBy = sent ?? inDays(at, proposedDaysToAnswer)
      const message = refusalOfRespondBy(respondBy, at)
      if (message !== null) throw invalid(message, { respondBy: message })
      const previous = pickTerms(loan)
      const proposed = {
        amount: wanted.amount ?? loan.amount,
        term: wanted.term ?? loan.term,
        ...settleRates(wanted, loan),
      }
      if (changedTerms(previous, proposed).length === 0)
        throw conflict('These are the terms of the loan already', 'same_terms')
      const stakes = stakesIn(lines, proposed)
      if (stakes.size === 0)
        throw conflict(
          'No lender is bound to this loan, so you can change its terms in the form',
          'nothing_to_confirm',
        )
      const id = randomUUID()
      await tx.insert(termsProposals).values({
        ...{ id, loanId, reason, respondBy: new Date(respondBy) },
        ...{ oldAmount: previous.amount, oldRate: previous.interestRate },
        ...{ oldNoteRate: previous.noteRate, oldTerm: previous.term },
        ...{ newAmount: proposed.amount, newRate: proposed.interestRate },
        ...{ newNoteRate: proposed.noteRate, newTerm: proposed.term },
        ...{ proposedBy: context.principal.account.id, createdAt: new Date(at) },
      })
      await tx.insert(termsAnswers).values(
        [...stakes.values()].map(({ firmId, percentage, amount, newAmount }) => ({
          ...{ proposalId: id, firmId, percentage, amount, newAmount },
        })),
      )
      await tx.update(loans).set({ isTermsPending: true }).where(eq(loans.id, loanId))
      const now = await findAnyLoan(tx, loanId)
      const proposal = { id, previous, proposed, reason, respondBy }
      const firmIds = [...stakes.keys()]
      return {
        result: await describeProposal(tx, await findProposal(tx, id), { loan: now, lines }),
        entries: [entryOfProposal(loan, proposal)],
        notices: [...stakes.values()].map((stake) => noticeOfProposal(loan, proposal, stake)),
        changes: [{ topic: 'loans', subject: loanId }, ...changesOfBook(loanId, firmIds)],
      }
    },
  })

const inDays = (at: string, days: number) =>
  new Date(Date.parse(at) + days * 86_400_000).toISOString()
