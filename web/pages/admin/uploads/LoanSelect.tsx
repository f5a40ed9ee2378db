import type { Loan } from '#contract/loans.ts'
import { textLimits } from '#domain/texts.ts'
import { serverWords } from '#web/api.ts'
import { loanPagesQuery } from '#web/components/loan-pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type Ref } from 'react'

export type LoanSelectProps = {
  /** The id of the chosen loan; empty for none. */
  value: string
  onChange: (loanId: string) => void
  error: string | undefined
  ref: Ref<HTMLSelectElement>
}

/** One loan of however many: the list is narrowed by a search, and comes in pages. */
export function LoanSelect({ value, onChange, error, ref }: LoanSelectProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Loan | null>(null)
  const query = useInfiniteQuery({
    ...loanPagesQuery(search.trim() ? { search: search.trim() } : {}),
    placeholderData: keepPreviousData,
  })
  const found = query.data?.pages.flatMap((page) => page.items) ?? []
  // What is chosen stays chosen, whatever is searched for next.
  const isBeside = chosen?.id === value && found.every(({ id }) => id !== value)
  const loans = isBeside ? [chosen, ...found] : found
  return (
    <div className="grid gap-1.5">
      <Field
        label="Loan"
        error={error ?? (query.error ? serverWords(query.error, query.error.message) : undefined)}
      >
        {(control) => (
          <div className="grid gap-1.5">
            <SearchInput onSearch={setSearch} />
            <NativeSelect
              {...control}
              ref={ref}
              value={value}
              onChange={({ target }) => {
                setChosen(loans.find(({ id }) => id === target.value) ?? null)
                onChange(target.value)
              }}
            >
              <option value="">{placeholder(query.isPending, found.length)}</option>
              {loans.map(({ id, title, borrowerName }) => (
                <option key={id} value={id}>
                  {title} ({borrowerName})
                </option>
              ))}
            </NativeSelect>
          </div>
        )}
      </Field>
      {query.hasNextPage && (
        <Button
          variant="link"
          size="s"
          className="-ml-2.5 justify-self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          List more loans
        </Button>
      )}
    </div>
  )
}

function placeholder(isLoading: boolean, found: number): string {
  if (isLoading) return 'Loading...'
  return found > 0 ? 'Select a loan' : 'No loan matches your search'
}

/** Searches when typing has paused; Enter does not send the form around it. */
function SearchInput({ onSearch }: { onSearch: (search: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Input
      type="search"
      aria-label="Search loans"
      placeholder="Search loans..."
      maxLength={textLimits.search}
      onChange={({ target }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(onSearch, debounceMs, target.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        clearTimeout(timer.current)
        onSearch(event.currentTarget.value)
      }}
    />
  )
}

const debounceMs = 300
