import type { Money, Percent } from '#domain/money.ts'
import { storeHold } from '#server/book/store-hold.ts'
import { lockOneBook } from '#server/book/lock-one-book.ts'
import { change } from '#server/change/change.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'

/** Changes the originator's hold under the loan's lock, as an act on its book does. */
export const changeHold = (
  context: Context<'admin'>,
  loanId: string,
  wanted: { percentage: Percent; amount?: Money | undefined },
) =>
  change(context, {
    lock: (tx) => lockOneBook(tx, loanId),
    async run(tx, { at, book }) {
      if (book.loan.isDraft === 'true')
        throw conflict('This loan is a draft. Publish it first.', 'loan_draft')
      return { ...(await storeHold(tx, context, { book, at }, wanted)), result: null }
    },
  })
