import type { Loan } from '#contract/loans/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import type { FieldControl } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { loanLabel, useLoanLabel } from './use-loan-label.ts'

export type ListedLoan = Pick<Loan, 'id' | 'title' | 'borrowerName' | 'isDraft'>

type LoanNamesQuery = UseInfiniteQueryResult<InfiniteData<{ items: ListedLoan[] }>>

export type LoanNativeSelectProps = {
  query: LoanNamesQuery
  value: string
  onChange: (loanId: string) => void
  none: string
  control: FieldControl
}

/** A native select of given pages of loans. It always includes the selected loan, even if the filter excludes it. */
export function LoanNativeSelect({ query, value, onChange, none, control }: LoanNativeSelectProps) {
  const loans = query.data?.pages.flatMap((page) => page.items) ?? []
  const isListed = value === '' || loans.some(({ id }) => id === value)
  const unlisted = useLoanLabel(isListed ? '' : value, nameOf)
  return (
    <NativeSelect {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{none}</option>
      {!isListed && <option value={value}>{unlisted}</option>}
      {loans.map((loan) => (
        <option key={loan.id} value={loan.id}>
          {nameOf(loan)}
        </option>
      ))}
    </NativeSelect>
  )
}

const nameOf = (loan: ListedLoan) => `${loanLabel(loan)}${loan.isDraft ? ' · Draft' : ''}`

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
