import { afterEach, expect } from 'vitest'
import { discrepancies } from './books.ts'
import type { Person } from './builders.ts'
import { readRefusal, type Reply } from './caller.ts'
import { openDeskWithPeople } from './desk-with-people.ts'

export const own = (id: string) => ({ params: { id } })
export const outcome = (reply: Reply) =>
  reply.status < 300 ? reply.status : `${reply.status} ${readRefusal(reply).code}`
export const reason = 'The borrower takes less.'

/** A desk with two lenders, whose books must agree with their lines after each test. */
export async function openTermsDesk() {
  const { desk, olga } = await openDeskWithPeople({
    ...{ RATE_LIMIT: 'off', BRAND_NAME: 'Harbor Capital' },
  })
  const ada = await desk.makeLender({ firstName: 'Ada', lastName: 'Cole' })
  const ben = await desk.makeLender({ firstName: 'Ben', lastName: 'Marsh' })
  afterEach(async () => {
    expect(await discrepancies(desk)).toEqual([])
  })
  return {
    ...{ desk, olga, ada, ben },

    /** The first example: $10,000,000.00, Ada 40%, Ben 35%, the hold 25%. */
    makeBook: async ({ bensSoft = '' } = {}) => {
      const loan = await desk.makeLoan({
        ...{ title: 'Elm Street', amount: '10000000.00', interestRate: '9.50' },
      })
      await desk.makeCommitment(ada, loan, { percentage: '40' })
      await desk.makeCommitment(ben, loan, { percentage: '35' })
      if (bensSoft)
        await desk.makeCommitment(ben, loan, { percentage: bensSoft, isSoftCommit: 'true' })
      await olga.call('setHold', { ...own(loan.id), body: { percentage: '25' } })
      return loan
    },

    propose: (loan: { id: string }, body: object = { amount: '9000000.00' }) =>
      olga.call('proposeTerms', { ...own(loan.id), body: { reason, ...body } }),
    confirm: (person: Person, { id }: { id: string }, amount: string) =>
      person.call('confirmTerms', { ...own(id), body: { amount } }),
    decline: (person: Person, { id }: { id: string }) =>
      person.call('declineTerms', { ...own(id), body: {} }),
    questionsOf: (person: Person, loan: { id: string }) =>
      person.call('listOwnTermsQuestions', { query: { loanId: loan.id } }),
    linesOf: (loan: { id: string }) =>
      desk.rows<{ percentage: string; amount: string; status: string; end_reason: string | null }>(
        `select percentage, amount, status, end_reason from commitments
         where loan_id = $1 order by created_at, id`,
        [loan.id],
      ),
    noticesOf: async (person: Person, type: string) =>
      (await person.call('listNotifications', { query: {} }))
        .filter((notice) => notice.type === type)
        .map(({ message }) => message),
  }
}
