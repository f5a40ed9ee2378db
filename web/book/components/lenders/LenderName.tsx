import { paths } from '#web/addresses/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from 'wouter'

export interface LenderNameProps {
  lender: { lenderId: string; lenderName: string; lenderCompanyName: string | null }
  /** The text of the second line for a lender without a company. */
  otherwise?: string | undefined
  /** True if both are on one line in a narrow table. */
  isCompact?: boolean | undefined
}

/**
 * Links to the lender's page. Shows the company in bold with the person below it, or only the person if there is no
 * company.
 */
export function LenderName({ lender, otherwise, isCompact = false }: LenderNameProps) {
  const { lenderId, lenderName, lenderCompanyName } = lender
  const second = lenderCompanyName === null ? otherwise : lenderName
  const line = isCompact ? '@3xl:block print:block' : 'block'
  const lines = (
    <>
      <span className={cx('font-medium', line)}>{lenderCompanyName ?? lenderName}</span>
      {second && (
        <>
          {isCompact && <span className="whitespace-pre @3xl:hidden print:hidden">{'  '}</span>}
          <span className={cx('text-xs text-muted-foreground', line)}>{second}</span>
        </>
      )}
    </>
  )
  return (
    <>
      <Link
        href={paths.adminLender(lenderId)}
        className={cx(
          'inline-block underline-offset-4 hover:underline print:hidden',
          isCompact &&
            '@max-3xl:block @max-3xl:w-fit @max-3xl:max-w-full @max-3xl:truncate max-md:py-1',
        )}
      >
        {lines}
      </Link>
      <span className="hidden print:block">{lines}</span>
    </>
  )
}
