import { changeShare, commitShare, makeBinding, withdrawLine } from '#domain/book/acts.ts'
import type { positionCalls } from '#contract/position/calls.ts'
import { actOnLine, afterChange, commitTo } from '#server/book/act.ts'
import type { Handlers } from '#server/http/mount.ts'
import { heldFor, selectShares } from '#server/book/shares.ts'
import { answerToLender } from './lines.ts'
import { sendPosition } from './exports.ts'
import { listHistory } from './history.ts'
import { listHoldings, listOwnCommitments, readConcentration, readPortfolio } from './portfolio.ts'

export const positionHandlers: Pick<Handlers, keyof typeof positionCalls> = {
  async createCommitment(context, { body: { loanId, percentage, isSoftCommit, ...shown } }) {
    const share = { percentage, isSoft: isSoftCommit, shown }
    const acted = await commitTo(context, loanId, null, (...args) => commitShare(...args, share))
    return answerToLender(context, acted)
  },

  async changeCommitment(context, { path, body: { percentage } }) {
    const acted = await actOnLine(context, ownLine(path), (...args) =>
      changeShare(...args, percentage),
    )
    return afterChange(acted, await answerToLender(context, acted))
  },

  async withdrawCommitment(context, { path }) {
    return answerToLender(context, await actOnLine(context, ownLine(path), withdrawLine))
  },

  async makeCommitmentBinding(context, { path, body: shown }) {
    const acted = await actOnLine(context, ownLine(path), (...args) => makeBinding(...args, shown))
    return answerToLender(context, acted)
  },

  listOwnCommitments: (context, { query }) => listOwnCommitments(context, query),
  listOwnHoldings: (context, { query }) => listHoldings(context, query),
  listOwnHistory: (context, { query }) => listHistory(context, query),
  listOwnShares: ({ db, principal }, { query: { loanIds } }) =>
    selectShares(db, { ...heldFor(principal), loanIds }),
  getPortfolio: readPortfolio,
  getConcentration: readConcentration,

  exportPositionAsCsv: (context) => sendPosition(context, 'csv'),
  exportPositionAsXlsx: (context) => sendPosition(context, 'xlsx'),
  exportStatement: (context) => sendPosition(context, 'pdf'),
}

const ownLine = ({ id }: { id: string }) => ({ lineId: id, isOnBehalf: false })
