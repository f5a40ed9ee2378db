/** The calls of changed terms. */
import type { termsCalls } from '#contract/deal/terms-calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { answerTerms, answerTermsOnBehalf } from './answer.ts'
import { applyProposal, cancelProposal } from './end.ts'
import { listOwnQuestions } from './own-questions.ts'
import { proposeTerms } from './propose.ts'

export const termsHandlers: Pick<Handlers, keyof typeof termsCalls> = {
  proposeTerms: (context, { path: { id }, body }) => proposeTerms(context, id, body),
  applyTerms: (context, { path: { id } }) => applyProposal(context, id),
  cancelTerms: (context, { path: { id } }) => cancelProposal(context, id),

  answerTermsOnBehalf: (context, { path: { id }, body }) =>
    answerTermsOnBehalf(context, id, { ...body, reason: null }),

  listOwnTermsQuestions: (context, { query }) => listOwnQuestions(context, query),

  confirmTerms: (context, { path: { id }, body: { amount } }) =>
    answerTerms(context, id, { answer: 'confirmed', amount, how: null, reason: null }),

  declineTerms: (context, { path: { id }, body: { reason } }) =>
    answerTerms(context, id, { answer: 'declined', how: null, reason }),
}
