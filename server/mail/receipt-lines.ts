/** Receipts in emails: an act's audit entry, and the receipt's facts, one per line. */
import { factsOfReceipt, type ActFacts } from '#domain/book/receipt-facts.ts'
import { audit } from '#server/database/schema/audit.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { sql } from 'drizzle-orm'
import { onOneLine } from './mail-texts.ts'

export const actColumns = sql`json_build_object(
  'id', ${audit.id}, 'kind', ${audit.kind}, 'at', ${utcText(audit.at)},
  'actorId', ${audit.actorId}, 'actorName', ${audit.actorName},
  'personId', ${audit.personId}, 'personName', ${audit.personName},
  'loanId', ${audit.loanId}, 'loanTitle', ${audit.loanTitle},
  'before', ${audit.before}, 'after', ${audit.after})`

/** "Amount: $250,000.00", as on the receipt: both are built from the same entry. */
export const linesOfReceipt = (facts: ActFacts): string[] =>
  factsOfReceipt(facts).map(([label, value]) => `  ${label}: ${onOneLine(value)}`)
