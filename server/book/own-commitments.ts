/** Acts of lenders on their own commitments. */
import { changeShare, commitShare, makeBinding, withdrawLine } from '#domain/book/acts.ts'
import type { Handlers } from '#server/http/mount.ts'
import { actOnLine, commitTo } from './act.ts'
import { afterChange, answerToLender } from './answers.ts'

type CommitmentCalls =
  | 'createCommitment'
  | 'changeCommitment'
  | 'withdrawCommitment'
  | 'makeCommitmentBinding'

export const commitmentHandlers: Pick<Handlers, CommitmentCalls> = {
  async createCommitment(context, { body: { loanId, percentage, isSoftCommit, ...shown } }) {
    const wanted = { percentage, isSoft: isSoftCommit, shown }
    const acted = await commitTo(context, loanId, null, (...given) => commitShare(...given, wanted))
    return answerToLender(context.db, acted)
  },

  async changeCommitment(context, { path, body: { percentage } }) {
    const acted = await actOnLine(context, ownLine(path), (...given) =>
      changeShare(...given, percentage),
    )
    return afterChange(acted, await answerToLender(context.db, acted))
  },

  async withdrawCommitment(context, { path }) {
    return answerToLender(context.db, await actOnLine(context, ownLine(path), withdrawLine))
  },

  async makeCommitmentBinding(context, { path, body: shown }) {
    const acted = await actOnLine(context, ownLine(path), (...given) =>
      makeBinding(...given, shown),
    )
    return answerToLender(context.db, acted)
  },
}

const ownLine = ({ id }: { id: string }) => ({ lineId: id, isOnBehalf: false })
