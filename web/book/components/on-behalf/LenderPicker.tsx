import type { User } from '#contract/accounts/users.ts'
import { endpointQuery } from '#web/api/client.ts'
import { isSearching, SearchedCombobox, useOptionSearch } from '#web/lists/SearchedCombobox.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'

export interface LenderPickerProps {
  ref: Ref<HTMLInputElement>
  value: User | null
  onChange: (lender: User | null) => void
  error: string | undefined
}

export function LenderPicker({ ref, value, onChange, error }: LenderPickerProps) {
  const search = useOptionSearch()
  const query = useQuery({
    ...endpointQuery('listUsers', {
      query: {
        mayCommit: 'true',
        limit: String(maxFound),
        ...(search.search && { search: search.search }),
      },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const lenders = isSearching(search, query) ? [] : (query.data ?? []).toSorted(byName)
  return (
    <SearchedCombobox
      ref={ref}
      label="Lender"
      error={error}
      listLabel="Lenders"
      placeholder="Name, company or email"
      // Two people can have the same name.
      value={value && { id: value.id, label: `${value.name} (${value.email})` }}
      onChange={(option) => onChange(lenders.find(({ id }) => id === option?.id) ?? null)}
      options={lenders.map(({ id, name, email, companyName }) => ({
        ...{ id, label: name, detail: companyName ? `${companyName} · ${email}` : email },
      }))}
      noun="lender"
      maxFound={maxFound}
      found={lenders.length}
      search={search}
      query={query}
    />
  )
}

const maxFound = 50

const byName = (a: User, b: User) => a.name.localeCompare(b.name) || a.email.localeCompare(b.email)
