/** Filters audit entries by person or loan: by id, or by the name recorded in the entry. */
import { contains } from '#server/database/sql/contains.ts'
import { users } from '#server/database/schema/accounts.ts'
import { audit } from '#server/database/schema/audit.ts'
import { eq, or, sql, type SQL } from 'drizzle-orm'

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** By id, by part of a recorded name, or by part of a current email address, since entries store no addresses. */
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

export const isAboutLoan = (text: string): SQL =>
  isId(text) ? eq(audit.loanId, text) : contains(audit.loanTitle, text)
