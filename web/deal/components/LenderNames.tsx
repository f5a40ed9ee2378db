import { mainName, personBehind, type HolderNames } from '#domain/book/deal/holder-names.ts'
import { Link } from 'wouter'

interface LenderNamesProps {
  lender: HolderNames
  /** A remark behind the person's name. */
  remark?: string | null | undefined
  /** The page that the lender's name links to. */
  href?: string
}

/** A lender in a table: the company or firm in bold, with the person below it. */
export function LenderNames({ lender, remark, href }: LenderNamesProps) {
  const second = [personBehind(lender), remark].filter(Boolean).join(' · ')
  return (
    <>
      <span className="block font-medium">
        {href ? (
          <Link href={href} className="inline-block underline-offset-4 hover:underline max-md:py-1">
            {mainName(lender)}
          </Link>
        ) : (
          mainName(lender)
        )}
      </span>
      {second && <span className="block text-xs text-muted-foreground">{second}</span>}
    </>
  )
}
