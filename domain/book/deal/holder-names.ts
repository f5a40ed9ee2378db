/** The names of a lender in a deal: the firm or the company first, and then the person who stands for it. */

export interface HolderNames {
  lenderName: string
  /** Null for a firm with its own name, and for a person without a company. */
  companyName: string | null
}

export const mainName = ({ lenderName, companyName }: HolderNames): string =>
  companyName ?? lenderName

/** The person behind a company, or null if there is only one name. */
export const personBehind = ({ lenderName, companyName }: HolderNames): string | null =>
  companyName === null || companyName === lenderName ? null : lenderName

/** Returns text such as "Tidewater Bank (Ada Cole)". */
export function fullHolderName(holder: HolderNames): string {
  const person = personBehind(holder)
  return person === null ? holder.lenderName : `${mainName(holder)} (${person})`
}
