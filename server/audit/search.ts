/** Whether an entry is about a person or a loan, by an id or by the name that it had then. */
import { contains } from '#server/database/sql/contains.ts'
import { users } from '#server/database/schema/accounts.ts'
import { audit } from '#server/database/schema/audit.ts'
import { eq, or, sql, type SQL } from 'drizzle-orm'

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** By an id, or part of a name that the entry has, or part of a current email address: entries store none. */
export function isAboutPerson(text: string): SQL | undefined {
  if (isId(text)) return or(eq(audit.actorId, text), eq(audit.personId, text))
  const addressed = sql`(select ${users.id} from ${users} where ${contains(users.email, text)})`
  return or(
    contains(audit.actorName, text),
    contains(audit.personName, text),
    sql`${audit.actorId} in ${addressed}`,
    sql`${audit.personId} in ${addressed}`,
  )
}

/** By an id, or part of the title that the entry has. */
export const isAboutLoan = (text: string): SQL =>
  isId(text) ? eq(audit.loanId, text) : contains(audit.loanTitle, text)
