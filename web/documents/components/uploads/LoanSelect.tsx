import { textLimits } from '#domain/texts.ts'
import { errorMessage } from '#web/api/client.ts'
import { useSettledText } from '#web/lists/use-settled-text.ts'
import { allLoanPagesQuery } from '#web/loans/components/loan-pages.ts'
import {
  ListMoreLoans,
  LoanChoice,
  type LoanNamesQuery,
} from '#web/loans/components/LoanChoice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'

export type LoanSelectProps = {
  value: string
  onChange: (loanId: string) => void
  error: string | undefined
  ref: Ref<HTMLSelectElement>
}

export function LoanSelect({ value, onChange, error, ref }: LoanSelectProps) {
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery({
    ...allLoanPagesQuery(search.trim() ? { search: search.trim() } : {}),
    placeholderData: keepPreviousData,
  })
  const isFailed = query.isError && !query.data
  return (
    <div className="grid gap-1.5">
      <Field
        label="Loan"
        error={error ?? (query.error ? errorMessage(query.error, query.error.message) : undefined)}
      >
        {(control) => (
          <div className="grid gap-1.5">
            <SearchInput search={search} onSearch={setSearch} />
            <LoanChoice
              query={query}
              value={value}
              onChange={onChange}
              none={placeholder(query, search)}
              control={control}
              ref={ref}
            />
          </div>
        )}
      </Field>
      {isFailed && (
        <Button
          size="s"
          variant="outline"
          className="justify-self-start"
          busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Retry
        </Button>
      )}
      <ListMoreLoans query={query} />
    </div>
  )
}

function placeholder({ data, isError }: LoanNamesQuery, search: string): string {
  if (!data) return isError ? "Couldn't be loaded" : 'Loading...'
  if (data.pages.some((page) => page.items.length > 0)) return 'Select a loan'
  return search.trim() ? 'No loans match your search' : 'No loans yet'
}

/** Searches for a loan after a pause in typing. Pressing Enter doesn't submit the form that contains the field. */
function SearchInput({ search, onSearch }: SearchInputProps) {
  const { typed, type, settle } = useSettledText(search, onSearch)
  return (
    <Input
      type="search"
      aria-label="Search loans"
      placeholder="Search loans..."
      maxLength={textLimits.search}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        settle()
      }}
    />
  )
}

interface SearchInputProps {
  search: string
  onSearch: (search: string) => void
}
