/** The words of a receipt. */
import type { Receipt } from '#contract/book/receipts.ts'
import { formatCents, formatShare } from '#domain/money.ts'

/** Who did it: "Lena Brook", or "Ada Cole for Lena Brook". */
export const describeMaker = ({ madeBy, lenderName }: Pick<Receipt, 'madeBy' | 'lenderName'>) =>
  madeBy === 'lender' ? lenderName : `${madeBy} for ${lenderName}`

/** The figures before a change: "10% ($250,000.00), soft". */
export const describeBefore = ({ percent, amount, kind }: NonNullable<Receipt['before']>) =>
  `${formatShare(percent)} (${formatCents(amount)}), ${kind}`
