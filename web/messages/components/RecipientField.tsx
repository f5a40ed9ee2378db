import { maxRecipients } from '#domain/limits.ts'
import type { MessageRecipient } from '#contract/messages/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { isSearching, SearchedCombobox, useOptionSearch } from '#web/lists/SearchedCombobox.tsx'
import type { ComboboxOption } from '#web/ui/fields/Combobox.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { Recipient } from './threads.ts'

export interface RecipientFieldProps {
  ref: Ref<HTMLInputElement>
  loanId: string
  value: Recipient | null
  onChange: (recipient: Recipient | null) => void
  error: string | undefined
}

/**
 * The recipient of an administrator's message, which is all lenders or any approved lender. Lenders with a share of the
 * loan come first.
 */
export function RecipientField({ ref, loanId, value, onChange, error }: RecipientFieldProps) {
  const search = useOptionSearch()
  const query = useQuery({
    ...endpointQuery('listMessageRecipients', {
      params: { id: loanId },
      query: search.search ? { search: search.search } : {},
    }),
    placeholderData: keepPreviousData,
  })
  const isLoading = isSearching(search, query)
  const lenders = isLoading ? [] : (query.data?.map(toOption) ?? [])
  const wanted = search.typed.trim().toLowerCase()
  // The option "Everyone (announcement)" also matches searches for "ann" and "eve". While a search is loading, the
  // option is offered only if the input is empty.
  const offersEveryone = isLoading ? wanted === '' : everyone.label.toLowerCase().includes(wanted)
  return (
    <SearchedCombobox
      ref={ref}
      label="To"
      error={error}
      listLabel="Recipients"
      placeholder="Choose a recipient: name, company or email"
      value={value === 'everyone' ? everyone : value && { id: value.id, label: value.name }}
      onChange={(option) => onChange(toRecipient(option))}
      options={offersEveryone ? [...lenders, everyone] : lenders}
      noun="lender"
      maxFound={maxRecipients}
      found={lenders.length}
      search={search}
      query={query}
    />
  )
}

const everyone: ComboboxOption = {
  id: 'everyone',
  label: 'Everyone (announcement)',
  // The option must be selected explicitly, because typing a few letters must not turn a reply to one lender into a
  // message to all.
  isDeliberate: true,
}

const toOption = ({
  id,
  name,
  email,
  companyName,
  isHolder,
}: MessageRecipient): ComboboxOption => ({
  id,
  label: name,
  detail: companyName ? `${companyName} · ${email}` : email,
  mark: isHolder === 'true' ? 'Holder' : undefined,
})

const toRecipient = (option: ComboboxOption | null): Recipient | null =>
  option && (option.id === everyone.id ? 'everyone' : { id: option.id, name: option.label })
