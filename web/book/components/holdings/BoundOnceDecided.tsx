import type { Loan } from '#contract/loans/shapes.ts'
import { mayBeDecidedLate } from '#domain/loans/dates/book-stages.ts'
import { paths } from '#web/addresses/paths.ts'
import { company } from '#web/company/company.ts'
import { Link } from 'wouter'
import { boundOnceDecided } from './soft-lines.ts'

/** Says when a soft share can be bound. If that may be too late, a link leads to where a lender asks for more time. */
export const BoundOnceDecided = ({ loan }: { loan: Loan }) => (
  <>
    {boundOnceDecided(loan)}
    {mayBeDecidedLate(loan) && (
      <>
        :{' '}
        <Link href={`${paths.loan(loan.id)}#messages`} className="underline underline-offset-4">
          ask {company.name} to move it
        </Link>
      </>
    )}
  </>
)
