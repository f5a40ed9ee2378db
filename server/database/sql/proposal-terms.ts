import { sql } from 'drizzle-orm'
import { rateText } from './rate-text.ts'

/** The old or new terms of `terms_proposals p` as JSON. */
export const proposalTerms = (prefix: 'old' | 'new') => {
  const column = (name: string) => sql.raw(`p.${prefix}_${name}`)
  return sql`json_build_object('amount', ${column('amount')}::text, 'interestRate', ${column('rate')}::text,
    'noteRate', ${rateText(column('note_rate'))}, 'term', ${column('term')})`
}
