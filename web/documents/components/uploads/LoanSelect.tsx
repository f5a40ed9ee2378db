import type { Loan } from '#contract/loans/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { isSearching, SearchedCombobox, useOptionSearch } from '#web/lists/SearchedCombobox.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'

export type LoanSelectProps = {
  value: string
  onChange: (loanId: string) => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

export function LoanSelect({ value, onChange, error, ref }: LoanSelectProps) {
  const search = useOptionSearch()
  const query = useQuery({
    ...endpointQuery('listAllLoans', {
      query: { limit: String(maxFound), ...(search.search && { search: search.search }) },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const loans = isSearching(search, query) ? [] : (query.data ?? [])
  const [chosen, setChosen] = useState<Loan | null>(null)
  return (
    <SearchedCombobox
      ref={ref}
      label="Loan"
      error={error}
      listLabel="Loans"
      placeholder="Select a loan: title or borrower"
      value={useChosen(value, chosen)}
      onChange={(option) => {
        setChosen(loans.find(({ id }) => id === option?.id) ?? null)
        onChange(option?.id ?? '')
      }}
      options={loans.map(({ id, title, borrowerName, isDraft }) => ({
        ...{ id, label: title, detail: borrowerName, mark: isDraft ? 'Draft' : undefined },
      }))}
      noun="loan"
      maxFound={maxFound}
      found={loans.length}
      search={search}
      query={query}
    />
  )
}

/** The loan shown in the field. A loan that the form starts with is loaded. */
function useChosen(id: string, chosen: Loan | null) {
  const isKnown = chosen?.id === id
  const { data, isError } = useQuery({
    ...endpointQuery('getLoan', { params: { id } }),
    enabled: id !== '' && !isKnown,
  })
  if (id === '') return null
  const loan = isKnown ? chosen : data
  const label = loan ? `${loan.title} (${loan.borrowerName})` : isError ? 'Unknown' : 'Loading...'
  return { id, label }
}

const maxFound = 50
