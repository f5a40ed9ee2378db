import { paths } from '#web/addresses/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from 'wouter'

export interface LenderNameProps {
  lender: { lenderId: string; lenderName: string; lenderCompanyName: string | null }
  /** The text of the second line for a lender without a company. */
  otherwise?: string | undefined
  /** True if a narrow table cuts long names, so that each keeps to one line. */
  isCompact?: boolean | undefined
}

/**
 * Links to the lender's page. Shows the company in bold with the person below it, or only the person if there is no
 * company.
 */
export function LenderName({ lender, otherwise, isCompact = false }: LenderNameProps) {
  const { lenderId, lenderName, lenderCompanyName } = lender
  // A firm with a name is the lender, and often the company too.
  const isOneName = lenderCompanyName === null || lenderCompanyName === lenderName
  const second = isOneName ? otherwise : lenderName
  const lines = (
    <>
      <span className="block font-medium">{lenderCompanyName ?? lenderName}</span>
      {second && <span className="block text-xs text-muted-foreground">{second}</span>}
    </>
  )
  return (
    <>
      <Link
        href={paths.adminLender(lenderId)}
        className={cx(
          'inline-block underline-offset-4 hover:underline print:hidden',
          isCompact &&
            'max-md:py-1 @max-3xl:block @max-3xl:w-fit @max-3xl:max-w-full @max-3xl:*:line-clamp-2',
        )}
      >
        {lines}
      </Link>
      <span className="hidden print:block">{lines}</span>
    </>
  )
}
