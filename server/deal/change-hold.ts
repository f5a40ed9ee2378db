import type { Money, Percent } from '#domain/money.ts'
import { storeHold } from '#server/book/store-hold.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import { change } from '#server/change/change.ts'
import type { Context } from '#server/http/mount.ts'
import { requirePublished } from '#server/loans/read-loans.ts'

/** Changes the originator's hold under the loan's lock, as an act on its book does. */
export const changeHold = (
  context: Context<'admin'>,
  loanId: string,
  wanted: { percentage: Percent; amount?: Money | undefined },
) =>
  change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      requirePublished(book.loan)
      return { ...(await storeHold(tx, context, { book, at }, wanted)), result: null }
    },
  })
