import type { Loan } from '#contract/loans/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { cityOf } from '#domain/loans/property/addresses.ts'
import { AudienceMark, audienceMarkOf } from '#web/loans/components/AudienceMark.tsx'
import { stageLabels } from '#web/loans/components/marks/stage-labels.ts'
import { Link } from 'wouter'

export type LoanNameProps = {
  loan: Loan
  hasBorrower: boolean
  /** `line` shows the property beside the title instead of below it, and `title` omits the property. */
  layout: 'lines' | 'line' | 'title'
}

export function LoanName({ loan, hasBorrower, layout }: LoanNameProps) {
  const isOneLine = layout !== 'lines'
  const stage = loan.ownMark?.stage
  const parts = [describeProperty(loan), ...(hasBorrower ? [loan.borrowerName] : [])]
  const property = layout === 'title' ? '' : parts.filter(Boolean).join(' · ')
  const hasMark = Boolean(stage ?? audienceMarkOf(loan))
  // With tight lines, a title of two lines and the property fit in a row's height. Marks are taller.
  const wraps = !isOneLine && !hasMark
  return (
    <div className={cx('min-w-0 flex-1', isOneLine && 'flex items-baseline gap-2')}>
      <Link
        href={paths.loan(loan.id)}
        title={loan.title}
        // On a touch screen, the link covers the row.
        className={cx(
          wraps
            ? 'line-clamp-2 text-[0.8125rem]/[0.9375rem] print:line-clamp-none'
            : 'block truncate print:whitespace-normal',
          'underline-offset-4 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-0',
          stage === 'passed' ? 'text-muted-foreground' : 'font-medium',
          layout === 'line' && 'max-w-[70%] shrink-0',
          layout === 'title' && 'min-w-0',
        )}
      >
        {loan.title}
      </Link>
      {(property || hasMark) && (
        <span
          className={cx(
            'block truncate text-xs text-muted-foreground print:whitespace-normal',
            wraps && 'leading-[0.8125rem]',
          )}
          title={property || undefined}
        >
          <AudienceMark loan={loan} className="mr-1.5" />
          {stage && (
            <span className={cx('mr-1.5 font-medium', stage === 'reviewing' && 'text-primary')}>
              {stageLabels[stage]}
            </span>
          )}
          {property}
        </span>
      )}
    </div>
  )
}

/** Returns text such as "Industrial · Savannah, GA", or an empty string if both parts are unknown. */
export const describeProperty = ({ propertyType, propertyAddress }: Loan) =>
  [propertyType, cityOf(propertyAddress)].filter(Boolean).join(' · ')
