import type { Loan } from '#contract/loans/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { isSearching, SearchedCombobox, useOptionSearch } from '#web/lists/SearchedCombobox.tsx'
import { loanLabel, useLoanLabel } from '#web/loans/components/use-loan-label.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'

export type LoanComboboxProps = {
  value: string
  onChange: (loanId: string) => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

export function LoanCombobox({ value, onChange, error, ref }: LoanComboboxProps) {
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
  const known = chosen?.id === id ? chosen : null
  const loaded = useLoanLabel(known ? '' : id, loanLabel)
  return id === '' ? null : { id, label: known ? loanLabel(known) : loaded }
}

const maxFound = 50
