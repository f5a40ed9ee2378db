/** Receipts in emails: the audit entry of an act, and what its receipt says, a line each. */
import { factsOfReceipt, type ActFacts } from '#domain/book/receipt-facts.ts'
import { audit } from '#server/database/schema/audit.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { sql } from 'drizzle-orm'
import { onOneLine } from './mail-texts.ts'

/** The entry of a receipt, with the names of `ActEntry`. */
export const actColumns = sql`json_build_object(
  'id', ${audit.id}, 'kind', ${audit.kind}, 'at', ${utcText(audit.at)},
  'actorId', ${audit.actorId}, 'actorName', ${audit.actorName},
  'personId', ${audit.personId}, 'personName', ${audit.personName},
  'loanId', ${audit.loanId}, 'loanTitle', ${audit.loanTitle},
  'before', ${audit.before}, 'after', ${audit.after})`

/** "Amount: $250,000.00", as the receipt has it: both are made of the same entry. */
export const linesOfReceipt = (facts: ActFacts): string[] =>
  factsOfReceipt(facts).map(([label, value]) => `  ${label}: ${onOneLine(value)}`)
