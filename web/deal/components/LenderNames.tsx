import { mainName, personBehind, type HolderNames } from '#domain/book/deal/holder-names.ts'

interface LenderNamesProps {
  lender: HolderNames
  /** A remark behind the person's name. */
  remark?: string | null | undefined
}

/** A lender in a table: the company or firm in bold, with the person below it. */
export function LenderNames({ lender, remark }: LenderNamesProps) {
  const second = [personBehind(lender), remark].filter(Boolean).join(' · ')
  return (
    <>
      <span className="block font-medium">{mainName(lender)}</span>
      {second && <span className="block text-xs text-muted-foreground">{second}</span>}
    </>
  )
}
