import type { auditCalls } from '#contract/audit/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { pageOfAudit, readAuditState, sendAudit } from './entries.ts'

export const auditHandlers: Pick<Handlers, keyof typeof auditCalls> = {
  listAudit: ({ db, reply }, { query }) => pageOfAudit(db, reply, query),
  getAuditState: ({ db }) => readAuditState(db),
  exportAudit: (context, { query }) => sendAudit(context, query),
}
