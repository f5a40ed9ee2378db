import type { SearchResults } from '#contract/search/shapes.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import type { Flag } from '#contract/wire.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf, users } from '#server/database/schema/accounts.ts'
import { documents } from '#server/database/schema/documents.ts'
import { firmOrCompany, firms } from '#server/database/schema/firms.ts'
import { loans } from '#server/database/schema/loans.ts'
import { contains } from '#server/database/sql/contains.ts'
import type { Context } from '#server/http/mount.ts'
import {
  isFullySeen,
  isSeenRow,
  isTeaserRow,
  loansSeenBy,
  seenLoans,
  type LoansSeen,
} from '#server/loans/loans-seen.ts'
import { loanColumns } from '#server/loans/read-loans.ts'
import { isLender } from '#domain/access.ts'
import { actingRole } from '#server/sign-in/principal.ts'
import { and, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

export async function searchDesk(context: Context<'signedIn'>, q: string): Promise<SearchResults> {
  const { db } = context
  const role = actingRole(context)
  const seen = loansSeenBy(context)
  const isAdmin = role === 'admin'
  const [foundLoans, foundDocuments, lenders, foundFirms, companies] = await Promise.all([
    findLoans(db, q, seen),
    isAdmin || isLender(role) ? findDocuments(db, q, seen) : [],
    isAdmin ? findLenders(db, q) : [],
    isAdmin ? findFirms(db, q) : [],
    isAdmin ? findCompanies(db, q) : [],
  ])
  return { loans: foundLoans, documents: foundDocuments, lenders, firms: foundFirms, companies }
}

const mostFound = 8

type Text = AnyPgColumn | SQL

const wordsOf = (q: string) => q.split(/\s+/).filter(Boolean)

/** Every word must be in at least one of the texts. */
const containsWords = (q: string, texts: readonly Text[]) =>
  and(...wordsOf(q).map((word) => or(...texts.map((text) => contains(text, word)))))

/** The rank is 0 if the text starts with the search text, 1 if one of its words does, and otherwise 2. */
const rankOf = (text: Text, q: string) => sql`case
  when ${startsWith(text, q)} then 0
  when strpos(lower(${text}), lower(${` ${q}`})) > 0 then 1
  else 2 end`

const startsWith = (text: Text, q: string) => sql`starts_with(lower(${text}), lower(${q}))`

/** True if the text consists of the initials of the first two or more words, such as "tf" for "Truckee Flex Campus". */
const hasInitials = (text: Text, q: string) =>
  /^\p{L}{2,}$/u.test(q)
    ? startsWith(sql`regexp_replace(${text}, '(\\w)\\w*\\W*', '\\1', 'g')`, q)
    : sql`false`

const flagText = (condition: SQL | AnyPgColumn) => sql<Flag>`(${condition})::text`

type Seen = Exclude<LoansSeen, 'public'>

/** A teaser is found by its title only, and borrowers' names and addresses are those that it shows. */
const findLoans = (db: Queryable, q: string, seen: Seen) =>
  db
    .select({
      id: sql<string>`${loans.id}`,
      title: sql<string>`${loans.title}`,
      borrowerName: loanColumns.borrowerName,
      propertyType: sql<string | null>`${loans.propertyType}`,
      propertyAddress: sql<string | null>`${loans.propertyAddress}`,
      status: sql<LoanStatus>`${loans.status}`,
      isDraft: flagText(loans.isDraft),
    })
    .from(seenLoans(seen))
    .where(
      and(
        isSeenRow(seen),
        or(
          containsWords(q, [
            loans.title,
            loans.borrowerName,
            sql`case when not ${isTeaserRow(seen)} then ${loans.propertyAddress} end`,
          ]),
          hasInitials(loans.title, q),
        ),
      ),
    )
    .orderBy(
      sql`not ${startsWith(loans.title, q)}`,
      sql`not ${hasInitials(loans.title, q)}`,
      rankOf(loans.title, q),
      asc(loans.title),
      asc(loans.id),
    )
    .limit(mostFound)

/** A word can be in the document's name or in the loan's title, but at least one word must be in the name. */
const findDocuments = (db: Queryable, q: string, seen: Seen) =>
  db
    .select({
      id: documents.id,
      filename: documents.filename,
      loanId: loans.id,
      loanTitle: loans.title,
      isDraft: flagText(loans.isDraft),
    })
    .from(documents)
    .innerJoin(loans, eq(loans.id, documents.loanId))
    .where(
      and(
        isFullySeen(seen),
        containsWords(q, [documents.filename, loans.title]),
        or(...wordsOf(q).map((word) => contains(documents.filename, word))),
      ),
    )
    .orderBy(rankOf(documents.filename, q), desc(documents.uploadedAt), desc(documents.id))
    .limit(mostFound)

const findLenders = (db: Queryable, q: string) =>
  db
    .select({
      id: users.id,
      name,
      email: users.email,
      companyName: sql<string | null>`${firmOrCompany('users')}`,
      isAdmin: flagText(users.isAdmin),
      isApproved: flagText(users.isApproved),
      isDeactivated: flagText(sql`${users.deactivatedAt} is not null`),
    })
    .from(users)
    .where(containsWords(q, [name, users.email, users.companyName, nameOfFirm]))
    .orderBy(rankOf(name, q), name, asc(users.id))
    .limit(mostFound)

const name = fullNameOf('users')

const nameOfFirm = sql`coalesce((select name from firms where firms.id = users.firm_id), '')`

const findFirms = (db: Queryable, q: string) =>
  db
    .select({
      id: firms.id,
      name: sql<string>`${firms.name}`,
      people: sql<number>`(select count(*)::int from users where users.firm_id = firms.id)`,
    })
    .from(firms)
    .where(containsWords(q, [firms.name]))
    .orderBy(rankOf(firms.name, q), asc(firms.name), asc(firms.id))
    .limit(mostFound)

const findCompanies = (db: Queryable, q: string) =>
  db
    .select({ name: sql<string>`${users.companyName}`, people: sql<number>`count(*)::int` })
    .from(users)
    .where(and(containsWords(q, [users.companyName]), sql`${nameOfFirm} <> ${users.companyName}`))
    .groupBy(users.companyName)
    .orderBy(rankOf(users.companyName, q), asc(users.companyName))
    .limit(mostFound)
