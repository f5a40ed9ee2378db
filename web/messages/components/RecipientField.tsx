import { maxRecipients } from '#domain/limits.ts'
import type { MessageRecipient } from '#contract/messages/shapes.ts'
import { textLimits } from '#domain/texts.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSettledText } from '#web/lists/use-settled-text.ts'
import { Combobox, type ComboboxOption } from '#web/ui/fields/Combobox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'
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
  const [search, setSearch] = useState('')
  const { typed, type } = useSettledText(search, setSearch)
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    ...endpointQuery('listMessageRecipients', {
      params: { id: loanId },
      query: search.trim() ? { search: search.trim() } : {},
    }),
    placeholderData: keepPreviousData,
  })
  const isSearching = typed !== search || isPending || isPlaceholderData
  const lenders = data?.map(toOption) ?? []
  const wanted = typed.trim().toLowerCase()
  // The option "Everyone (announcement)" also matches searches for "ann" and "eve". While a search is loading, the
  // option is offered only if the input is empty.
  const offersEveryone = isSearching ? wanted === '' : everyone.label.toLowerCase().includes(wanted)
  return (
    <Field label="To" error={error}>
      {(control) => (
        <Combobox
          ref={ref}
          control={control}
          listLabel="Recipients"
          placeholder="Choose a recipient: name, company or email"
          maxLength={textLimits.search}
          value={value === 'everyone' ? everyone : value && { id: value.id, label: value.name }}
          onChange={(option) => onChange(toRecipient(option))}
          // While a search is loading, Enter must not select a result of the previous search.
          options={[...(isSearching ? [] : lenders), ...(offersEveryone ? [everyone] : [])]}
          status={statusOf({ isError, isLoading: isSearching, found: lenders.length })}
          typed={typed}
          onType={type}
        />
      )}
    </Field>
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

function statusOf({
  isError,
  isLoading,
  found,
}: Record<'isError' | 'isLoading', boolean> & { found: number }) {
  if (isError) return "The lenders couldn't be loaded."
  if (isLoading) return 'Loading...'
  if (found === 0) return 'No lender matches.'
  return found === maxRecipients ? `The first ${maxRecipients}. Type to find others.` : null
}
