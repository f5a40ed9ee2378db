/** Acts of administrators on lenders' commitments: recorded, or on the lender's word. */
import type { Instruction } from '#contract/book/shapes.ts'
import {
  changeShare,
  commitShare,
  makeBinding,
  releaseLine,
  withdrawLine,
} from '#domain/book/acts.ts'
import { invalid } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { actOnLine, commitTo } from './act.ts'
import { afterChange, answerToAdministrator } from './answers.ts'

type OnBehalfCalls =
  | 'recordCommitment'
  | 'releaseCommitment'
  | 'changeCommitmentOnBehalf'
  | 'withdrawCommitmentOnBehalf'
  | 'makeCommitmentBindingOnBehalf'

export const onBehalfHandlers: Pick<Handlers, OnBehalfCalls> = {
  async recordCommitment(context, { path, body }) {
    const { loanId, lenderId, percentage, isSoftCommit, instructedBy, instructedOn, ...shown } =
      body
    // The path names the loan; a body that names another one was meant for another place.
    if (loanId !== path.loanId)
      throw invalid('loanId must match the address', { loanId: 'Must match the address' })
    // Both parts or neither, by the contract. Administrators need no instruction from themselves.
    const instruction =
      instructedBy !== undefined && instructedOn !== undefined
        ? { instructedBy, instructedOn }
        : null
    const isOwn = lenderId === context.principal.account.id
    const onBehalf = { lenderId, instruction: isOwn ? null : instruction }
    const wanted = { percentage, isSoft: isSoftCommit, shown }
    const acted = await commitTo(context, loanId, onBehalf, (...given) =>
      commitShare(...given, wanted),
    )
    return answerToAdministrator(context.db, acted)
  },

  async releaseCommitment(context, { path: { id }, body: { reason } }) {
    const target = { lineId: id, isOnBehalf: true, isEnding: true }
    const acted = await actOnLine(context, target, (...given) => releaseLine(...given, reason))
    return answerToAdministrator(context.db, acted)
  },

  async changeCommitmentOnBehalf(context, { path: { id }, body }) {
    const acted = await actOnLine(context, targetOf(id, body), (...given) =>
      changeShare(...given, body.percentage),
    )
    return afterChange(acted, await answerToAdministrator(context.db, acted))
  },

  async withdrawCommitmentOnBehalf(context, { path: { id }, body }) {
    const target = { ...targetOf(id, body), isEnding: true }
    return answerToAdministrator(context.db, await actOnLine(context, target, withdrawLine))
  },

  async makeCommitmentBindingOnBehalf(context, { path: { id }, body }) {
    const acted = await actOnLine(context, targetOf(id, body), (...given) =>
      makeBinding(...given, body),
    )
    return answerToAdministrator(context.db, acted)
  },
}

const targetOf = (id: string, { instructedBy, instructedOn }: Instruction) => ({
  lineId: id,
  isOnBehalf: true,
  instruction: { instructedBy, instructedOn },
})
