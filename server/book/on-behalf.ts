/** What an administrator does with a lender's soft commitment, on the lender's word. */
import type { Instruction } from '#contract/book/shapes.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findEntry } from './read.ts'
import { changeShare, makeBinding, withdraw } from './soft-acts.ts'

type OnBehalfCalls =
  | 'changeCommitmentOnBehalf'
  | 'withdrawCommitmentOnBehalf'
  | 'makeCommitmentBindingOnBehalf'

export const onBehalfHandlers: Pick<Handlers, OnBehalfCalls> = {
  async changeCommitmentOnBehalf(context, { path: { id }, body }) {
    const { receiptId } = await changeShare(context, targetOf(id, body), body.percentage)
    const entry = await findEntry(context.db, id)
    return { ...entry, ...(receiptId !== null && { receiptId }) }
  },

  async withdrawCommitmentOnBehalf(context, { path: { id }, body }) {
    const { receiptId } = await withdraw(context, targetOf(id, body))
    return { ...(await findEntry(context.db, id)), receiptId }
  },

  async makeCommitmentBindingOnBehalf(context, { path: { id }, body }) {
    const { receiptId } = await makeBinding(context, targetOf(id, body), body)
    return { ...(await findEntry(context.db, id)), receiptId }
  },
}

const targetOf = (id: string, { instructedBy, instructedOn }: Instruction) => ({
  id,
  instruction: { instructedBy, instructedOn },
})
