import type { User } from '#contract/accounts/users.ts'
import { textLimits } from '#domain/texts.ts'
import { endpointPages, errorMessage } from '#web/api/client.ts'
import { useSettledText } from '#web/lists/use-settled-text.ts'
import { findUsers } from '#web/accounts/components/users.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useState, type Ref } from 'react'

export interface LenderPickerProps {
  ref: Ref<HTMLSelectElement>
  value: User | null
  onChange: (lender: User | null) => void
  error: string | undefined
}

export function LenderPicker({ ref, value, onChange, error }: LenderPickerProps) {
  const [asked, setAsked] = useState('')
  const { typed, type, settle } = useSettledText(asked, setAsked)
  const { lenders, hasMore, found, isSearching, failed } = useLenders(typed, asked)
  // The selected lender stays in the list even if it doesn't match the search.
  const isOffered = found?.some(({ id }) => id === value?.id)
  const offered = [...(found ?? []), ...(value && !isOffered ? [value] : [])].toSorted(byName)

  if (failed === lenders) return <Failed query={lenders} />
  return (
    <div className="grid gap-3">
      {/* The search box is rendered during loading too so that the layout doesn't shift when the list arrives. */}
      {(!lenders.data || hasMore || listed(lenders.data).length > searchableFrom) && (
        <Field
          label="Find lender"
          hint={failed ? undefined : hintOf(lenders.data, found, hasMore && typed !== '')}
        >
          <Input
            type="search"
            placeholder="Name, company or email..."
            maxLength={textLimits.search}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              settle()
              const [first] = isSearching ? [] : (found ?? [])
              if (first) onChange(first)
            }}
          />
        </Field>
      )}
      {failed && <Failed query={failed} />}
      <Field label="Lender" error={error}>
        <NativeSelect
          ref={ref}
          value={value?.id ?? ''}
          onChange={({ target }) => onChange(offered.find(({ id }) => id === target.value) ?? null)}
        >
          <option value="">
            {found ? 'Select a lender' : failed ? "Couldn't be loaded" : 'Loading...'}
          </option>
          {offered.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name} ({email})
            </option>
          ))}
        </NativeSelect>
      </Field>
    </div>
  )
}

function Failed({ query }: { query: UseInfiniteQueryResult }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 text-destructive">
        The lenders couldn't be loaded. {errorMessage(query.error, 'Please try again.')}
      </p>
      <Button
        size="s"
        variant="outline"
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Retry
      </Button>
    </div>
  )
}

const searchableFrom = 8

type Lenders = InfiniteData<{ items: User[]; next: string | null }>

const listed = ({ pages }: Lenders) => pages.flatMap((page) => page.items)

/** A short list is loaded completely and searched in the browser. A long list is searched by the server. */
function useLenders(typed: string, asked: string) {
  const lenders = useInfiniteQuery({
    ...endpointPages('listUsers', { mayCommit: 'true', limit: '100' }),
    refetchOnMount: 'always',
  })
  const hasMore = lenders.hasNextPage
  const search = asked.trim()
  const searched = useInfiniteQuery({
    ...endpointPages('listUsers', { mayCommit: 'true', search, limit: '50' }),
    enabled: hasMore && search !== '',
  })
  const isSearching = hasMore && typed.trim() !== '' && (typed !== asked || !searched.data)
  const asking = hasMore && search ? searched : lenders
  const { data } = asking
  const all = data && listed(data).toSorted(byName)
  const found = all && (hasMore ? all : findUsers(all, typed))
  const failed = asking.error && !data ? asking : null
  return { lenders, hasMore, found, isSearching, failed }
}

function hintOf(all: Lenders | undefined, found: User[] | undefined, isAsked: boolean) {
  if (!all || !found) return 'Loading...'
  if (isAsked) return found.length === 50 ? 'The first 50 matches' : countLenders(found.length)
  const known = listed(all).length
  return all.pages.at(-1)?.next
    ? `The newest ${known} lenders`
    : `${found.length} of ${countLenders(known)}`
}

const countLenders = (count: number) => (count === 1 ? '1 lender' : `${count} lenders`)

const byName = (a: User, b: User) => a.name.localeCompare(b.name) || a.email.localeCompare(b.email)
