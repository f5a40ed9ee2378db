/** Takes over the share of a lender that didn't pay. */
import { randomUUID } from 'node:crypto'
import { noticeOfAllFunds, noticesOfTakeOver } from '#domain/book/deal/closing/funding-notices.ts'
import type { RegisterLine } from '#domain/book/deal/closing/register.ts'
import { takeOver } from '#domain/book/deal/closing/take-over.ts'
import { totalsOfDue } from '#domain/deal/funding/due.ts'
import { fullName } from '#domain/texts.ts'
import { actorOf } from '#server/audit/record.ts'
import { changesOfBook, writeBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findOriginatorsFirm } from '#server/sign-in/people-of-firms.ts'
import { readHolders } from '#server/deal/registers/holders.ts'
import { findRegister } from '#server/deal/registers/read-registers.ts'
import { endRegister, recordedRegister, storeRegister } from '#server/deal/registers/store.ts'
import { lockClosedBook, requireLine } from './lock-closed.ts'
import { countStanding, readDues } from './receipts.ts'

/** Returns the id of the register's next version. */
export const takeOverShare = (
  context: Context<'admin'>,
  loanId: string,
  { firmId, reason }: { firmId: string; reason: string },
) =>
  change(context, {
    lock: (tx) => lockClosedBook(tx, loanId),
    async run(tx, book) {
      const { at, loan, register } = book
      const line = requireLine(book, firmId)
      if ((await countStanding(tx, loanId, firmId)) > 0)
        throw conflict(
          `Money of ${line.lenderName} has come. Send it back, and reverse its receipts first.`,
          'has_receipts',
        )
      const { config, principal, request } = context
      const { account } = principal
      const holders = await readHolders(tx, config, loanId)
      const taken = takeOver(
        book,
        {
          ...{ actorId: account.id, at, lenderOf: holders.lenderOf, newId: randomUUID },
          originatorsFirmId: await findOriginatorsFirm(tx),
        },
        { firmId, reason },
      )
      await writeBooks(tx, actorOf(request, principal), {
        ...{ loans: [taken.loan], stored: taken.stored },
      })
      const name = fullName(account)
      await endRegister(tx, loanId, { state: 'superseded', name, at, reason })
      const next = await storeRegister(tx, {
        ...{ config, holders, loan, lines: taken.lines, at, reason },
        ...{ effectiveDate: register.effectiveDate, wasFunded: register.wasFunded === 'true' },
        maker: { id: account.id, name },
      })
      const changed = next.lines.filter((each) => !register.lines.some(isSameLine(each)))
      const dues = await readDues(tx, await findRegister(tx, next.id))
      const { due, lendersOutstanding } = totalsOfDue([...dues.values()])
      const { percentage, amount, lenderName } = line
      return {
        result: next.id,
        entries: [
          ...taken.entries,
          {
            kind: 'shareTakenOver' as const,
            ...{ loan, object: { id: next.id } },
            before: { version: register.version, fingerprint: register.fingerprint },
            after: {
              ...{ firm: lenderName, percentage, amount, reason },
              holdLines: taken.holds.map(({ id }) => id),
              ...recordedRegister(next),
            },
          },
        ],
        notices: [
          ...noticesOfTakeOver(loan, line, changed, {
            ...{ actorId: account.id, receiptId: taken.entries[0]?.id ?? '', reason },
          }),
          ...(lendersOutstanding === 0 && dues.size > 0 ? [noticeOfAllFunds(loan, due)] : []),
        ],
        changes: changesOfBook(
          loanId,
          register.lines.map((each) => each.firmId),
        ),
      }
    },
  })

const isSameLine = (one: RegisterLine) => (other: RegisterLine) =>
  one.firmId === other.firmId && one.percentage === other.percentage && one.amount === other.amount
