/** What a lender does with its commitments; a loan is never committed beyond 100%, even under concurrency. */
import { commitments } from '#server/database/schema/book.ts'
import type { Handlers } from '#server/http/mount.ts'
import { eq } from 'drizzle-orm'
import { commit } from './commit.ts'
import { findCommitment, toCommitment } from './own-lines.ts'
import { changeShare, makeBinding, withdraw, type Acted } from './soft-acts.ts'

type CommitmentCalls =
  | 'createCommitment'
  | 'changeCommitment'
  | 'withdrawCommitment'
  | 'makeCommitmentBinding'

/** One of their own. */
const ownOf = (id: string) => ({ id, instruction: null })
const answerOf = ({ own, receiptId }: Acted) => ({ ...toCommitment(own), receiptId })

export const commitmentHandlers: Pick<Handlers, CommitmentCalls> = {
  async createCommitment(context, { body }) {
    const { id, commitment } = await commit(context, context.principal.account.id, body)
    const made = commitment ?? (await findCommitment(context.db, eq(commitments.id, id)))
    return { ...toCommitment(made), receiptId: id }
  },

  async changeCommitment(context, { path: { id }, body: { percentage } }) {
    const { own, receiptId } = await changeShare(context, ownOf(id), percentage)
    return { ...toCommitment(own), ...(receiptId !== null && { receiptId }) }
  },

  async withdrawCommitment(context, { path: { id } }) {
    return answerOf(await withdraw(context, ownOf(id)))
  },

  async makeCommitmentBinding(context, { path: { id }, body }) {
    return answerOf(await makeBinding(context, ownOf(id), body))
  },
}
