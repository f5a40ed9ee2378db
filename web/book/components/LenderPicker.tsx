import type { User } from '#contract/accounts/users.ts'
import { errorMessage } from '#web/api/client.ts'
import { findUsers } from '#web/accounts/components/user-filter.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type Ref } from 'react'

export interface LenderPickerProps {
  ref: Ref<HTMLSelectElement>
  lenders: UseQueryResult<User[]>
  /** The id of the chosen lender; empty while none is. */
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** A choice among the accounts that may commit; a search narrows a long list. */
export function LenderPicker({ ref, lenders, value, onChange, error }: LenderPickerProps) {
  const [search, setSearch] = useState('')
  const all = (lenders.data ?? []).filter(mayCommit).toSorted(byName)
  const found = findUsers(all, search)
  // The chosen lender stays in the list, whatever is searched for.
  const offered = all.filter((lender) => found.includes(lender) || lender.id === value)

  if (lenders.error && !lenders.data) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 text-destructive">
          The lenders could not be loaded. {errorMessage(lenders.error, lenders.error.message)}
        </p>
        <Button size="s" variant="outline" onClick={() => void lenders.refetch()}>
          Retry
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      {/* Rendered from the start, so that nothing moves under the pointer when the list arrives. */}
      {(!lenders.data || all.length > searchableFrom) && (
        <Field
          label="Find lender"
          hint={lenders.data ? `${found.length} of ${all.length} lenders` : 'Loading...'}
        >
          <Input
            type="search"
            placeholder="Name or e-mail..."
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter must not submit the form yet: it chooses the first match.
              event.preventDefault()
              const [first] = found
              if (first) onChange(first.id)
            }}
          />
        </Field>
      )}
      <Field label="Lender" error={error}>
        <NativeSelect ref={ref} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{lenders.data ? 'Select a lender' : 'Loading...'}</option>
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

/** With fewer lenders, there is no search box. */
const searchableFrom = 8

const mayCommit = ({ isApproved, deactivatedAt }: User) =>
  isApproved === 'true' && deactivatedAt === null

const byName = (a: User, b: User) => a.name.localeCompare(b.name) || a.email.localeCompare(b.email)
