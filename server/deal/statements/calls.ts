/** The calls of bank statements and of the journal. */
import type { statementCalls } from '#contract/deal/statement-calls.ts'
import { statementLimits } from '#domain/deal/statements/statement.ts'
import { isStream } from '#server/http/body-chunks.ts'
import { letBodyBeSlow } from '#server/http/limits/connections.ts'
import type { Handlers } from '#server/http/mount.ts'
import { readBody } from '#server/imports/read-file.ts'
import { proposeOfStatement } from './propose.ts'
import { sendJournal } from './send-journal.ts'

export const statementHandlers: Pick<Handlers, keyof typeof statementCalls> = {
  async proposeFundsReceipts({ db, request }, { path: { id } }) {
    letBodyBeSlow(request.raw)
    const { body } = request
    const isSent = isStream(body)
    const file = isSent ? await readBody(body, statementLimits.maxBytes) : Buffer.alloc(0)
    return proposeOfStatement(db, id, file)
  },

  exportJournal: (context, { path: { id } }) => sendJournal(context, id),
}
