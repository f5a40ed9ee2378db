/** Publishes a draft: the hold is set, and every lender with an open request is notified. */
import { refusalOfRespondBy } from '#domain/book/deal/respond-by.ts'
import { noticesOfRound } from '#domain/deal/rounds/round-notices.ts'
import { isAboveZero } from '#domain/money.ts'
import { entryOfAllocation, recordAllocation } from '#server/book/offers/allocation-record.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import { storeHold } from '#server/book/store-hold.ts'
import { changesOfBook, type LockedBook } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { sql } from 'drizzle-orm'
import { computeAllocation, type FirmChoice } from './compute.ts'
import { explainLines } from './explain.ts'
import { bookChanged, requireAllocatable, requireCurrent, requireDraft } from './save.ts'
import {
  findAllocation,
  loanOfAllocation,
  readShareStep,
  type StoredAllocation,
  type StoredLine,
} from './stored.ts'

export async function publishAllocation(
  context: Context<'admin'>,
  id: string,
  sent: { bookVersion: string; respondBy: string },
): Promise<void> {
  const loanId = await loanOfAllocation(context.db, id)
  await change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      const draft = await findAllocation(tx, id)
      requireDraft(draft)
      requireAllocatable(book, at, 'publish')
      requireRespondBy(sent.respondBy, at)
      requireCurrent(draft, book, await readShareStep(tx, loanId), sent)
      requireSame(draft, book)
      if (!draft.lines.some(({ added }) => isAboveZero(added)))
        throw conflict(
          'This allocation gives no lender more than it is bound to',
          'nothing_to_offer',
        )
      if (context.config.twoAdministrators && draft.state !== 'approved')
        throw conflict(
          'Another administrator than the one who saved this draft must approve it first',
          'second_administrator',
        )
      const held = await storeHold(tx, context, { book, at }, { percentage: draft.holdShare })
      await storePublished(tx, { id, loanId, at }, sent.respondBy, context.principal.account.id)
      const after = await recordAllocation(tx, id)
      const round = await findAllocation(tx, id)
      return {
        result: null,
        entries: [
          ...(held?.entries ?? []),
          entryOfAllocation('allocationPublished', book.loan, id, {
            before: { state: draft.state },
            after,
          }),
        ],
        notices: [
          ...(held?.notices ?? []),
          ...noticesOfRound(book.loan, sent.respondBy, explainLines(round)),
        ],
        changes: changesOfBook(
          loanId,
          draft.lines.map(({ firmId }) => firmId),
        ),
      }
    },
  })
}

/** @throws {ApiError} 400 unless the time is from an hour to 60 days ahead. */
export function requireRespondBy(respondBy: string, at: string) {
  const message = refusalOfRespondBy(respondBy, at)
  if (message !== null) throw invalid(message, { respondBy: message })
}

/** The same book and choices always give the same allocation, unless the arithmetic itself changed since. */
function requireSame(draft: StoredAllocation, book: LockedBook) {
  const computed = computeAllocation(book, draft, {
    ...{ hold: draft.hold, order: draft.order },
    lines: draft.lines.map((line) => choiceOf(draft, line)),
  })
  const facts = ({ firmId, share, amount, addedAmount, how }: Shown) =>
    [firmId, share, amount, addedAmount, how].join(' ')
  const isSame =
    computed.hold.share === draft.holdShare &&
    computed.hold.amount === draft.holdAmount &&
    computed.lines.map(facts).join() === draft.lines.map(facts).join()
  if (!isSame) throw bookChanged()
}
type Shown = Pick<StoredLine, 'firmId' | 'share' | 'amount' | 'addedAmount' | 'how'>

const choiceOf = (
  { order }: StoredAllocation,
  { firmId, tier, pinned, fixed, reason }: StoredLine,
): FirmChoice => ({
  firmId,
  ...(order.kind === 'byHand' && tier !== null && { tier }),
  ...(pinned !== null && { pinned }),
  ...(fixed !== null && { fixed }),
  reason,
})

async function storePublished(
  tx: Queryable,
  { id, loanId, at }: { id: string; loanId: string; at: string },
  respondBy: string,
  actorId: string,
) {
  await tx.execute(sql`
    update allocations set state = 'published', published_by = ${actorId}::uuid,
      published_at = ${at}::timestamptz, respond_by = ${respondBy}::timestamptz,
      respond_by_set_at = ${at}::timestamptz,
      number = (select coalesce(max(number), 0) + 1 from allocations where loan_id = ${loanId}::uuid)
    where id = ${id}::uuid`)
  await tx.execute(sql`
    update allocation_lines set state = case when added > 0 then 'offered' else 'nothing' end
    where allocation_id = ${id}::uuid`)
  await tx.execute(sql`update loans set book_stage = 'offered' where id = ${loanId}::uuid`)
}
