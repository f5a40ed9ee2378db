import type { CallBack, Instructions } from '#contract/deal/funding.ts'
import type { InstructionAct, InstructionState } from '#domain/deal/funding/states.ts'
import type { Queryable } from '#server/database/client.ts'
import { callBacks, fundingInstructions } from '#server/database/schema/funding.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { ApiError } from '#server/errors.ts'
import { desc, eq, sql, type SQL } from 'drizzle-orm'

const optionalTime = (column: Parameters<typeof utcText>[0]) =>
  sql<string | null>`${utcText(column)}`

/** All columns but the account number. */
const columns = {
  id: fundingInstructions.id,
  loanId: fundingInstructions.loanId,
  version: fundingInstructions.version,
  state: fundingInstructions.state,
  beneficiary: fundingInstructions.beneficiary,
  bank: fundingInstructions.bank,
  routingNumber: fundingInstructions.routingNumber,
  accountLastFour: fundingInstructions.accountLastFour,
  reference: fundingInstructions.reference,
  dueAt: utcText(fundingInstructions.dueAt),
  createdById: fundingInstructions.createdBy,
  createdBy: fundingInstructions.createdByName,
  createdAt: utcText(fundingInstructions.createdAt),
  spokeWith: fundingInstructions.spokeWith,
  phone: fundingInstructions.phone,
  calledAt: optionalTime(fundingInstructions.calledAt),
  result: fundingInstructions.result,
  verifiedBy: fundingInstructions.verifiedByName,
  verifiedAt: optionalTime(fundingInstructions.verifiedAt),
  sentBy: fundingInstructions.sentByName,
  sentAt: optionalTime(fundingInstructions.sentAt),
  replacedAt: optionalTime(fundingInstructions.replacedAt),
}

export type InstructionsRow = Awaited<ReturnType<typeof selectInstructions>>[number]

/** Newest first. */
const selectInstructions = (db: Queryable, condition: SQL) =>
  db
    .select(columns)
    .from(fundingInstructions)
    .where(condition)
    .orderBy(desc(fundingInstructions.version))

export const listInstructions = (db: Queryable, loanId: string) =>
  selectInstructions(db, eq(fundingInstructions.loanId, loanId))

/** @throws {ApiError} 404 if they don't exist. */
export async function findInstructions(db: Queryable, id: string): Promise<InstructionsRow> {
  const [found] = await selectInstructions(db, eq(fundingInstructions.id, id))
  if (!found) throw new ApiError(404, 'not_found', 'The instructions were not found')
  return found
}

const actsIn: Record<InstructionState, readonly InstructionAct[]> = {
  draft: ['verify', 'discard'],
  verified: ['send', 'discard'],
  sent: [],
  replaced: [],
}

interface Rights {
  /** False if the loan is funded, or its book isn't closed. */
  isOpen: boolean
  /** An administrator who can't verify the instructions, as their author, or null. */
  barredAuthorId: string | null
}

export function toInstructions(
  {
    createdById,
    spokeWith,
    phone,
    calledAt,
    result,
    verifiedBy,
    verifiedAt,
    ...row
  }: InstructionsRow,
  { isOpen, barredAuthorId }: Rights,
): Instructions {
  const isBarred = createdById !== null && createdById === barredAuthorId
  return {
    ...row,
    verification:
      spokeWith !== null &&
      phone !== null &&
      calledAt !== null &&
      result !== null &&
      verifiedBy !== null &&
      verifiedAt !== null
        ? { spokeWith, phone, calledAt, result, verifiedBy, verifiedAt }
        : null,
    can: actsIn[row.state].filter(
      (act) => act === 'discard' || (isOpen && !(act === 'verify' && isBarred)),
    ),
  }
}

/** The newest call-back of each firm on the instructions in force. Call-backs on earlier versions are void. */
export async function listCallBacks(db: Queryable, loanId: string): Promise<Map<string, CallBack>> {
  const rows = await db
    .select({
      firmId: callBacks.firmId,
      // The audit entry of a call-back has its id, as its receipt does.
      receiptId: callBacks.id,
      version: fundingInstructions.version,
      spokeWith: callBacks.spokeWith,
      phone: callBacks.phone,
      calledAt: utcText(callBacks.calledAt),
      madeBy: callBacks.madeByName,
      madeAt: utcText(callBacks.madeAt),
    })
    .from(callBacks)
    .innerJoin(fundingInstructions, eq(fundingInstructions.id, callBacks.instructionsId))
    .where(
      sql`${fundingInstructions.loanId} = ${loanId}::uuid and ${fundingInstructions.state} = 'sent'`,
    )
    .orderBy(callBacks.madeAt, callBacks.id)
  return new Map(rows.map(({ firmId, ...callBack }) => [firmId, callBack]))
}
