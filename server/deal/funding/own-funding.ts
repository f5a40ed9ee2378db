/** A lender's own funding: what it owes, where to wire, and its call-back. */
import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { OwnFunding } from '#contract/deal/funding.ts'
import type { Register, RegisterEntry } from '#contract/deal/registers.ts'
import { firmOf as namedFirm } from '#domain/book/act-entries.ts'
import { noticesOfCallBack } from '#domain/book/deal/closing/funding-notices.ts'
import { changedDays } from '#domain/deal/funding/due.ts'
import { fullName } from '#domain/texts.ts'
import { actorOf, recordOnce } from '#server/audit/record.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { callBacks, fundingInstructions } from '#server/database/schema/funding.ts'
import { registerEntries, registers } from '#server/database/schema/registers.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { conflict, notFound, unavailable } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { lockLoan } from '#server/loans/change-loan.ts'
import { decryptSecret } from '#server/secrets/encryption.ts'
import { findRegister, isOwnEntry } from '#server/deal/registers/read-registers.ts'
import { readOwnName } from '#server/sign-in/people-of-firms.ts'
import { and, eq, sql } from 'drizzle-orm'
import { placeOf, requireCallSince } from './instructions.ts'
import { changesOfFunding } from './lock-closed.ts'
import { listCallBacks } from './read-instructions.ts'
import { listStandingOf, readDues } from './receipts.ts'

type Lender = Pick<Context<'viewer'>, 'db' | 'config' | 'principal' | 'request'>

/** @throws {ApiError} 404 unless the caller's firm is a lender of the loan's current register. */
async function findOwnLine(
  db: Queryable,
  { principal }: Pick<Lender, 'principal'>,
  loanId: string,
): Promise<{ register: Register; entry: RegisterEntry }> {
  const [own] = await db
    .select({ id: registerEntries.id, registerId: registers.id })
    .from(registerEntries)
    .innerJoin(registers, eq(registers.id, registerEntries.registerId))
    .where(and(eq(registers.loanId, loanId), eq(registers.state, 'current'), isOwnEntry(principal)))
  const register = own && (await findRegister(db, own.registerId))
  const entry = register?.entries.find(({ id }) => id === own?.id)
  if (!register || !entry) throw notFound('The funding')
  return { register, entry }
}

/** A person's first reading of each version of an account number is on record before it is sent. */
export async function readOwnFunding(context: Lender, loanId: string): Promise<OwnFunding> {
  const { db, config, request, principal } = context
  const { register, entry } = await findOwnLine(db, context, loanId)
  const sent = await findSent(db, loanId)
  const due = (await readDues(db, register)).get(entry.firmId)
  if (!due) throw notFound('The funding')
  const receipts = await listStandingOf(db, loanId, entry.firmId)
  const callBack = (await listCallBacks(db, loanId)).get(entry.firmId) ?? null
  const instructions = sent && {
    ...sent.shown,
    accountNumber: readAccount(config.secretsKey, sent),
    phone: config.brand.phone ?? null,
  }
  if (instructions && request.method !== 'HEAD')
    await recordOnce(db, actorOf(request, principal), {
      kind: 'instructionsRead',
      key: ['instructionsRead', sent.id, principal.account.id],
      loan: { id: loanId, title: register.loanTitle },
      object: { id: sent.id },
      after: { version: sent.shown.version, account: `…${sent.accountLastFour}` },
    })
  return {
    loanId,
    loanTitle: register.loanTitle,
    entryId: entry.id,
    certificateNumber: entry.certificateNumber,
    effectiveDate: register.effectiveDate,
    percentage: entry.percentage,
    ...due,
    receipts: receipts.map(({ id, amount, receivedOn }) => ({ id, amount, receivedOn })),
    instructions,
    callBack,
  }
}

function readAccount(
  key: Context<'viewer'>['config']['secretsKey'],
  { id, accountNumber }: { id: string; accountNumber: string },
): string {
  const account = decryptSecret(key, placeOf(id), accountNumber)
  if (account === null)
    throw unavailable("The instructions can't be read right now. Try again later.", 'no_key', 60)
  return account
}

/** A version that replaced another one is marked as changed for some days. */
const isChange = sql`exists (select from funding_instructions earlier
  where earlier.loan_id = ${fundingInstructions.loanId} and earlier.state = 'replaced')
  and ${fundingInstructions.sentAt} > now() - ${sql.raw(`interval '${changedDays} days'`)}`

async function findSent(db: Queryable, loanId: string) {
  const { id, accountNumber, accountLastFour, version, beneficiary, bank } = fundingInstructions
  const { routingNumber, reference, dueAt, sentAt } = fundingInstructions
  const [found] = await db
    .select({
      ...{ id, accountNumber, accountLastFour },
      shown: {
        ...{ version, beneficiary, bank, routingNumber, reference },
        dueAt: utcText(dueAt),
        sentAt: utcText(sentAt),
        changedAt: sql<string | null>`case when ${isChange} then ${utcText(sentAt)} end`,
      },
    })
    .from(fundingInstructions)
    .where(and(eq(fundingInstructions.loanId, loanId), eq(fundingInstructions.state, 'sent')))
  return found ?? null
}

async function findOldestCommitment(tx: Queryable, loanId: string, firmId: string) {
  const [oldest] = await tx
    .select({ id: commitments.id })
    .from(commitments)
    .where(
      and(
        eq(commitments.loanId, loanId),
        eq(commitments.firmId, firmId),
        eq(commitments.status, 'active'),
      ),
    )
    .orderBy(commitments.createdAt, commitments.id)
    .limit(1)
  if (!oldest) throw new Error('A lender of a register has no commitment')
  return oldest.id
}

export const recordCallBack = (
  context: Context<'lender'>,
  loanId: string,
  { version, spokeWith, phone, calledAt }: Body<Endpoints['recordCallBack']>,
) =>
  change(context, {
    // A stranger gets the same answer for a loan that doesn't exist.
    async lock(tx) {
      await findOwnLine(tx, context, loanId)
      return lockLoan(tx, loanId)
    },
    async run(tx, loan) {
      const { register, entry } = await findOwnLine(tx, context, loanId)
      const sent = await findSent(tx, loanId)
      if (sent?.shown.version !== version)
        throw conflict(
          'These instructions were replaced. Read those in force, and call again.',
          'instructions_changed',
        )
      const now = new Date().toISOString()
      requireCallSince(calledAt, now, { since: sent.shown.sentAt, act: 'sent' })
      const { account } = context.principal
      const id = randomUUID()
      const lender = { ...account, firmName: await readOwnName(tx, entry.firmId) }
      await tx.insert(callBacks).values({
        ...{ id, instructionsId: sent.id, firmId: entry.firmId, spokeWith, phone },
        ...{ calledAt: sql`${calledAt}::timestamptz`, madeAt: sql`clock_timestamp()` },
        ...{ madeBy: account.id, madeByName: fullName(account) },
      })
      return {
        result: null,
        entries: [
          {
            // The object is a commitment, whose firm may read the receipt.
            ...{ id, kind: 'callBackRecorded' as const, person: lender, loan },
            object: { id: await findOldestCommitment(tx, loanId, entry.firmId) },
            after: {
              ...{ kind: 'binding', percentage: entry.percentage, amount: entry.amount },
              loanAmount: register.loanAmount,
              ...{ interestRate: register.interestRate, term: register.term },
              ...namedFirm(lender),
              ...{ version, spokeWith, phone, calledAt },
            },
          },
        ],
        notices: noticesOfCallBack(loan, lender, { version, receiptId: id }),
        changes: changesOfFunding(loanId, [entry.firmId]),
      }
    },
  })
