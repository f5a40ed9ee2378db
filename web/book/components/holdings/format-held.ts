/** Formats shares and amounts in a book's tables, with a dash for zero. */
import {
  compareFigures,
  formatCents,
  formatShare,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'

export const dash = '–'

export const formatHeldShare = (share: Percent) =>
  compareFigures(share, zeroPercent) === 0 ? dash : formatShare(share)

export const formatHeldAmount = (amount: Money) =>
  compareFigures(amount, zeroMoney) === 0 ? dash : formatCents(amount)
