import type { DeskVisit } from '#contract/desk/dashboards.ts'
import { paths } from '#web/addresses/paths.ts'
import { call } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { describeSince } from './describe-visit.ts'

/** The numbers of new loans and documents since the lender's previous visit. Reserves its height while loading. */
export function SinceVisit() {
  const { data: visit } = useQuery({
    queryKey: ['desk-visit'],
    queryFn: () => call('visitDesk'),
    refetchOnMount: 'always',
    // If this request fails, only this line is missing.
    retry: false,
  })
  return (
    <p className="min-h-5 max-sm:w-full text-[0.8125rem] text-muted-foreground">
      {visit?.previousAt && (
        <>
          {describeSince(visit.previousAt)}: <News visit={visit} />
        </>
      )}
    </p>
  )
}

function News({ visit }: { visit: DeskVisit }) {
  const { newLoans, newestLoan, newDocuments, loansWithDocuments, newestDocumentLoan } = visit
  if (!newestLoan && !newestDocumentLoan) return 'nothing new'
  return (
    <>
      {newestLoan && (
        <NewsLink href={newLoans === 1 ? paths.loan(newestLoan.loanId) : paths.loans()}>
          {count(newLoans, 'loan')}
        </NewsLink>
      )}
      {newestLoan && newestDocumentLoan && ', '}
      {newestDocumentLoan && (
        <>
          {count(newDocuments, 'document')} for{' '}
          <NewsLink href={`${paths.loan(newestDocumentLoan.loanId)}#documents`}>
            {newestDocumentLoan.loanTitle}
          </NewsLink>
          {loansWithDocuments > 1 && ` and ${count(loansWithDocuments - 1, 'other loan')}`}
        </>
      )}
    </>
  )
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const NewsLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="font-medium text-primary underline-offset-4 hover:underline max-md:inline-block max-md:py-1"
  >
    {children}
  </Link>
)
