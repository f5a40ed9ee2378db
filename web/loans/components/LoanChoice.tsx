import type { Loan } from '#contract/loans/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import type { FieldControl } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'

export type LoanLabel = Pick<Loan, 'id' | 'title' | 'borrowerName' | 'isDraft'>

type LoanNamesQuery = UseInfiniteQueryResult<InfiniteData<{ items: LoanLabel[] }>>

export type LoanChoiceProps = {
  query: LoanNamesQuery
  value: string
  onChange: (loanId: string) => void
  none: string
  control: FieldControl
}

/** A select for loans that always includes the selected loan, even if the filter excludes it. */
export function LoanChoice({ query, value, onChange, none, control }: LoanChoiceProps) {
  const loans = query.data?.pages.flatMap((page) => page.items) ?? []
  const isListed = value === '' || loans.some(({ id }) => id === value)
  const chosen = useQuery({
    ...endpointQuery('getLoan', { params: { id: value } }),
    enabled: !isListed,
  })
  return (
    <NativeSelect {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{none}</option>
      {!isListed && (
        <option value={value}>
          {chosen.data ? nameOf(chosen.data) : chosen.isError ? 'Unknown' : 'Loading...'}
        </option>
      )}
      {loans.map((loan) => (
        <option key={loan.id} value={loan.id}>
          {nameOf(loan)}
        </option>
      ))}
    </NativeSelect>
  )
}

const nameOf = ({ title, borrowerName, isDraft }: LoanLabel) =>
  `${title} (${borrowerName})${isDraft ? ' · Draft' : ''}`

export function ListMoreLoans({ query }: { query: LoanNamesQuery }) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="link"
      size="s"
      className="-ml-2.5 justify-self-start"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      List More Loans
    </Button>
  )
}
