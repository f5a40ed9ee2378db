import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'

/**
 * Links to the loans in which this lender has binding commitments. An administrator can release the commitments there.
 */
export function BoundLoans({ userId }: { userId: string }) {
  const { data: loans, error } = useQuery(
    endpointQuery('listBoundLoans', { params: { id: userId } }),
  )
  if (error) return <p className="mt-3">{errorMessage(error, error.message)}</p>
  if (!loans) return <Spinner className="mt-3 justify-start!" />
  return (
    <ul className="mt-3 divide-y rounded-lg border">
      {loans.map((loan) => (
        <li key={loan.id}>
          <Link
            href={paths.book(loan.id)}
            className="block px-3 py-2 font-medium wrap-anywhere underline underline-offset-4"
          >
            {loan.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
