import type { Funding, FundingInShort, LenderFunding } from '#contract/deal/funding.ts'
import type { Register } from '#contract/deal/registers.ts'
import { toFlag } from '#contract/wire.ts'
import { totalsOfDue, type Due } from '#domain/deal/funding/due.ts'
import type { DealState } from '#domain/deal/next-step.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { zeroMoney, zeroPercent } from '#domain/money.ts'
import type { Queryable } from '#server/database/client.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findAnyLoan, withPermissions } from '#server/loans/read-loans.ts'
import { findCurrentRegister, registerInShort } from '#server/deal/registers/read-registers.ts'
import { listCallBacks, listInstructions, toInstructions } from './read-instructions.ts'
import { listReceipts, readDues } from './receipts.ts'

export const readFunding = (context: Context<'admin'>, loanId: string): Promise<Funding> =>
  readSnapshot(context.db, async (tx) => {
    const { config, principal } = context
    const loan = await findAnyLoan(tx, loanId)
    const register = await findCurrentRegister(tx, loanId)
    if (!register) throw conflict('The book of this loan is not closed', 'not_closed')
    const isOpen = loanCan('fund', loan.status)
    const barredAuthorId = config.twoAdministrators ? principal.account.id : null
    const instructions = await listInstructions(tx, loanId)
    const callBacks = await listCallBacks(tx, loanId)
    const dues = await readDues(tx, register)
    const hold = register.entries.find(({ isHold }) => isHold === 'true')
    return {
      loan: withPermissions(context, loan),
      register: registerInShort(register),
      instructions: instructions.map((row) => toInstructions(row, { isOpen, barredAuthorId })),
      lenders: lendersOf(register, dues, { callBacks, isOpen }),
      receipts: await listReceipts(tx, loanId, isOpen),
      totals: {
        ...totalsOfDue([...dues.values()]),
        holdPercentage: hold?.percentage ?? zeroPercent,
        holdAmount: hold?.amount ?? zeroMoney,
      },
    }
  })

function lendersOf(
  { entries }: Register,
  dues: ReadonlyMap<string, Due>,
  { callBacks, isOpen }: { callBacks: Awaited<ReturnType<typeof listCallBacks>>; isOpen: boolean },
): LenderFunding[] {
  return entries.flatMap(({ id, isHold, firmId, percentage, ...entry }) => {
    const due = isHold === 'true' ? undefined : dues.get(firmId)
    if (!due) return []
    const hasReceipts = due.state !== 'awaiting'
    return [
      {
        entryId: id,
        line: entry.line,
        certificateNumber: entry.certificateNumber,
        firmId,
        lenderName: entry.lenderName,
        companyName: entry.companyName,
        percentage,
        ...due,
        callBack: callBacks.get(firmId) ?? null,
        can: !isOpen
          ? []
          : [
              ...(due.state === 'received' ? [] : (['recordReceipt'] as const)),
              ...(hasReceipts ? [] : (['takeOver'] as const)),
            ],
      },
    ]
  })
}

export async function readFundingInShort(
  db: Queryable,
  register: Register,
): Promise<FundingInShort> {
  const dues = await readDues(db, register)
  const all = await listInstructions(db, register.loanId)
  return {
    ...totalsOfDue([...dues.values()]),
    instructions: all[0]?.state ?? null,
    areInstructionsSent: toFlag(all.some(({ state }) => state === 'sent')),
  }
}

/** The funding as the next step of the deal follows from it. */
export function fundingOfStep(funding: FundingInShort): NonNullable<DealState['funding']> {
  if (funding.lendersOutstanding === 0) return 'complete'
  return funding.areInstructionsSent === 'true' ? 'awaited' : 'notAsked'
}
