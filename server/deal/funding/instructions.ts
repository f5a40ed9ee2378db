/** Drafts, verifies, sends and discards funding instructions. */
import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { noticesOfInstructions } from '#domain/book/deal/closing/funding-notices.ts'
import { formatMoment } from '#domain/days.ts'
import { lastFour } from '#domain/deal/funding/bank-details.ts'
import { fullName } from '#domain/texts.ts'
import { confirmIdentity } from '#server/accounts/confirm-identity.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { fundingInstructions } from '#server/database/schema/funding.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { encryptSecret } from '#server/secrets/encryption.ts'
import { lockLoan } from '#server/loans/change-loan.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { changesOfFunding, lockClosedBook } from './lock-closed.ts'
import { findInstructions, listCallBacks, type InstructionsRow } from './read-instructions.ts'

type Admin = Context<'admin'>

const moment = (at: string) => sql`${at}::timestamptz`
const unsent = ['draft', 'verified'] as const

/** Only the end of an account number is recorded. */
const recorded = ({
  version,
  beneficiary,
  bank,
  routingNumber,
  accountLastFour,
  reference,
  dueAt,
}: Pick<
  InstructionsRow,
  'version' | 'beneficiary' | 'bank' | 'routingNumber' | 'accountLastFour' | 'reference' | 'dueAt'
>) => ({
  ...{
    version,
    beneficiary,
    bank,
    routingNumber,
    account: `…${accountLastFour}`,
    reference,
    dueAt,
  },
})

/** Returns the id of the draft. It takes the place of an earlier version that wasn't sent. */
export async function draftInstructions(
  context: Admin,
  loanId: string,
  body: Body<Endpoints['createInstructions']>,
): Promise<string> {
  const { config, principal } = context
  const { currentPassword, code, accountNumber, ...details } = body
  const identity = await confirmIdentity(context, { currentPassword, code })
  const id = randomUUID()
  await change(context, {
    async lockWithCaller(tx) {
      await lockAdministrator(tx, principal.account.id)
      return lockClosedBook(tx, loanId)
    },
    async run(tx, { at, loan }) {
      requireComing(details.dueAt, at)
      await identity.take(tx)
      await tx
        .delete(fundingInstructions)
        .where(
          and(eq(fundingInstructions.loanId, loanId), inArray(fundingInstructions.state, unsent)),
        )
      const version = await nextVersion(tx, loanId)
      const accountLastFour = lastFour(accountNumber)
      await tx.insert(fundingInstructions).values({
        ...{ id, loanId, version, state: 'draft', ...details, accountLastFour },
        accountNumber: encryptSecret(config.secretsKey, placeOf(id), accountNumber),
        dueAt: moment(details.dueAt),
        ...{ createdBy: principal.account.id, createdByName: fullName(principal.account) },
        createdAt: moment(at),
      })
      return {
        result: null,
        entries: [
          {
            kind: 'instructionsDrafted' as const,
            ...{ loan, object: { id } },
            after: recorded({ ...details, version, accountLastFour }),
          },
        ],
        changes: changesOfFunding(loanId, []),
      }
    },
  })
  await identity.forgive()
  return id
}

export const placeOf = (id: string) => ({ table: 'funding_instructions', id }) as const

function requireComing(dueAt: string, at: string) {
  if (Date.parse(dueAt) > Date.parse(at)) return
  throw invalid('Due must be in the future', { dueAt: 'Due must be in the future' })
}

async function nextVersion(tx: Transaction, loanId: string): Promise<number> {
  const { rows } = await tx.execute<{ next: number }>(sql`
    select coalesce(max(version), 0) + 1 as next from funding_instructions
    where loan_id = ${loanId}::uuid`)
  return rows[0]?.next ?? 1
}

/** Locks the loan of instructions, and reads them as they are now. */
async function lockInstructions(tx: Transaction, id: string) {
  const { loanId } = await findInstructions(tx, id)
  const book = await lockClosedBook(tx, loanId)
  return { ...book, instructions: await findInstructions(tx, id) }
}

export const verifyInstructions = (
  context: Admin,
  id: string,
  { spokeWith, phone, calledAt, result }: Body<Endpoints['verifyInstructions']>,
) =>
  change(context, {
    lock: (tx) => lockInstructions(tx, id),
    async run(tx, { at, loan, instructions }) {
      const { account } = context.principal
      requireCallSince(calledAt, at, { since: instructions.createdAt, act: 'entered' })
      if (instructions.state !== 'draft')
        throw conflict('These instructions were verified already', 'already_verified')
      if (context.config.twoAdministrators && instructions.createdById === account.id)
        throw conflict(
          'You drafted these instructions. Another administrator must verify them.',
          'second_administrator',
        )
      await tx
        .update(fundingInstructions)
        .set({
          ...{ state: 'verified', spokeWith, phone, result, calledAt: moment(calledAt) },
          ...{ verifiedBy: account.id, verifiedByName: fullName(account), verifiedAt: moment(at) },
        })
        .where(eq(fundingInstructions.id, id))
      return {
        result: null,
        entries: [
          {
            kind: 'instructionsVerified' as const,
            ...{ loan, object: { id } },
            after: { ...recorded(instructions), spokeWith, phone, calledAt, result },
          },
        ],
        changes: changesOfFunding(loan.id, []),
      }
    },
  })

/** A call that verifies instructions can't precede them. Screens enter whole minutes. */
export function requireCallSince(
  calledAt: string,
  at: string,
  { since, act }: { since: string; act: 'entered' | 'sent' },
) {
  if (Date.parse(calledAt) > Date.parse(at))
    throw invalid("The call can't be in the future", { calledAt: "Can't be in the future" })
  const minute = 60_000
  if (Date.parse(calledAt) >= Math.floor(Date.parse(since) / minute) * minute) return
  const message = `Enter a time after the instructions were ${act} on ${formatMoment(since)}`
  throw invalid(message, { calledAt: message })
}

export const sendInstructions = (context: Admin, id: string) =>
  change(context, {
    lock: (tx) => lockInstructions(tx, id),
    async run(tx, { at, loan, register, instructions }) {
      const { state } = instructions
      if (state === 'draft')
        throw conflict('Verify these instructions by telephone first', 'not_verified')
      if (state !== 'verified') throw sentAlready()
      const verifiers = [...(await listCallBacks(tx, loan.id)).keys()]
      const replaced = await tx
        .update(fundingInstructions)
        .set({ state: 'replaced', replacedAt: moment(at) })
        .where(and(eq(fundingInstructions.loanId, loan.id), eq(fundingInstructions.state, 'sent')))
        .returning({ version: fundingInstructions.version })
      const sentByName = fullName(context.principal.account)
      await tx
        .update(fundingInstructions)
        .set({ state: 'sent', sentByName, sentAt: moment(at) })
        .where(eq(fundingInstructions.id, id))
      const [before] = replaced
      return {
        result: null,
        entries: [
          {
            kind: 'instructionsSent' as const,
            ...{ loan, object: { id } },
            ...(before && { before: { version: before.version } }),
            after: recorded(instructions),
          },
        ],
        notices: noticesOfInstructions(loan, register.lines, before ? verifiers : null),
        changes: changesOfFunding(
          loan.id,
          register.lines.map(({ firmId }) => firmId),
        ),
      }
    },
  })

const sentAlready = () => conflict('These instructions were sent already', 'already_sent')

export const discardInstructions = (context: Admin, id: string) =>
  change(context, {
    async lock(tx) {
      const { loanId } = await findInstructions(tx, id)
      const loan = await lockLoan(tx, loanId)
      return { loan, instructions: await findInstructions(tx, id) }
    },
    async run(tx, { loan, instructions }) {
      if (!unsent.some((state) => state === instructions.state)) throw sentAlready()
      await tx.delete(fundingInstructions).where(eq(fundingInstructions.id, id))
      return {
        result: null,
        entries: [
          {
            kind: 'instructionsDiscarded' as const,
            ...{ loan, object: { id }, before: recorded(instructions) },
          },
        ],
        changes: changesOfFunding(loan.id, []),
      }
    },
  })
