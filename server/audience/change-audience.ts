/** Sets the audience of a loan and the firms that see it in full. */
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Audience } from '#domain/audience/audiences.ts'
import { teaserAddressOf } from '#domain/audience/teaser-address.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import type { Outcome } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { loans } from '#server/database/schema/loans.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import { eq, sql } from 'drizzle-orm'
import { changesOfAudience } from './changes.ts'
import { admit, findFirms, requireActive, type NamedFirm } from './firms.ts'
import { grantOpenRequests } from './requests.ts'
import { noticeOfAdmission } from './notices.ts'
import { versionOf } from './read-audience.ts'

/** Requires a lock on the loan, on which commitments wait too. */
export async function changeAudience(
  tx: Transaction,
  { principal }: Context<'admin'>,
  loan: LoanRow,
  { audience, firms, version }: Body<Endpoints['setAudience']>,
): Promise<Outcome<null>> {
  const before: Audience = loan.audience ?? 'everyone'
  const { admitted, holders } = await readAdmissions(tx, loan.id)
  if (version !== undefined && version !== versionOf(before, admitted))
    throw conflict(
      'The audience of this loan has changed since you opened it. Look at the firms that are admitted now, then save again.',
      'changed_meanwhile',
    )
  const wanted = new Set(firms ?? admitted)
  const left = audience === 'everyone' ? [] : holders.filter((id) => !wanted.has(id))
  if (before !== 'everyone' && firms) await refuseLeaving(tx, left)
  // A loan that was open to everyone keeps its holders. Other holders without a row are admitted by their position.
  if (before === 'everyone') for (const id of left) wanted.add(id)
  const added = [...wanted].filter((id) => !admitted.includes(id))
  const ended = admitted.filter((id) => !wanted.has(id))
  const named = await findFirms(tx, [...added, ...ended])
  const pick = (ids: readonly string[]) => named.filter(({ id }) => ids.includes(id))
  requireActive(pick(added).filter(({ id }) => !holders.includes(id)))
  await admit(tx, loan.id, added, principal.account.id)
  await tx.execute(sql`delete from admissions
    where loan_id = ${loan.id} and firm_id = any(${sql.param(ended)}::uuid[])`)
  await tx
    .update(loans)
    .set({ audience, teaserAddress: teaserAddressOf(loan.propertyAddress) })
    .where(eq(loans.id, loan.id))
  const granted = await grantOpenRequests(tx, loan.id, {
    firmIds: audience === 'everyone' ? null : [...wanted],
    answeredBy: principal.account.id,
  })
  const notified = firmsToNotify({ before, audience, loan, added, holders, granted })
  return {
    result: null,
    entries: entriesOf(loan, { before, audience, added: pick(added), ended: pick(ended) }),
    changes: await changesOfAudience(tx, loan, {
      before,
      audience,
      firmIds: [...new Set([...added, ...ended, ...granted])],
    }),
    notices: notified.length > 0 ? [noticeOfAdmission(loan, notified, null)] : [],
  }
}

interface Admission {
  before: Audience
  audience: Audience
  loan: LoanRow
  added: readonly string[]
  holders: readonly string[]
  granted: readonly string[]
}

/** The firms that asked, and those that didn't see the loan in full before. A draft causes no notices. */
function firmsToNotify({ before, audience, loan, added, holders, granted }: Admission): string[] {
  if (loan.isDraft) return []
  const isNew = before !== 'everyone' && audience !== 'everyone'
  const admitted = isNew ? added.filter((id) => !holders.includes(id)) : []
  return [...new Set([...granted, ...admitted])]
}

async function readAdmissions(tx: Transaction, loanId: string) {
  const { rows } = await tx.execute<{ admitted: string[]; holders: string[] }>(sql`
    select array(select firm_id::text from admissions where loan_id = ${loanId}::uuid) as admitted,
      array(select distinct firm_id::text from commitments
        where loan_id = ${loanId}::uuid and status = 'active' and not is_hold) as holders`)
  return rows[0] ?? { admitted: [], holders: [] }
}

/** @throws {ApiError} 409 if firms that hold a position would lose their admission. */
async function refuseLeaving(tx: Transaction, left: readonly string[]): Promise<void> {
  if (left.length === 0) return
  const names = (await findFirms(tx, left)).map(({ name }) => name)
  const hold = names.length === 1 ? 'holds a position' : 'hold positions'
  throw conflict(
    `${new Intl.ListFormat('en').format(names)} ${hold} in this loan, so the admission stays. Release or withdraw the commitments first.`,
    'has_position',
  )
}

interface Changed {
  before: Audience
  audience: Audience
  added: readonly NamedFirm[]
  ended: readonly NamedFirm[]
}

function entriesOf(loan: LoanRow, { before, audience, added, ended }: Changed): NewEntry[] {
  const about = ({ id, name }: NamedFirm) => ({ loan, object: { id, name } })
  return [
    ...(before === audience
      ? []
      : [
          {
            kind: 'audienceChanged',
            loan,
            before: { audience: before },
            after: { audience },
          } as const,
        ]),
    ...added.map((firm): NewEntry => ({
      ...about(firm),
      kind: 'firmAdmitted',
      after: { firm: firm.name },
    })),
    ...ended.map((firm): NewEntry => ({
      ...about(firm),
      kind: 'admissionEnded',
      before: { firm: firm.name },
    })),
  ]
}
