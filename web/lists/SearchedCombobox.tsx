import { textLimits } from '#domain/texts.ts'
import { useSettledText } from '#web/lists/use-settled-text.ts'
import { Combobox, type ComboboxProps } from '#web/ui/fields/Combobox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** The search of a combobox. The text takes effect after a pause in typing. */
export function useOptionSearch() {
  const [settled, setSettled] = useState('')
  const { typed, type } = useSettledText(settled, setSettled)
  return { typed, type, search: settled.trim(), isTyping: typed !== settled }
}

type OptionSearch = ReturnType<typeof useOptionSearch>

type Query = Pick<UseQueryResult, 'isPending' | 'isPlaceholderData' | 'isError'>

export const isSearching = ({ isTyping }: OptionSearch, query: Query) =>
  isTyping || query.isPending || query.isPlaceholderData

export type SearchedComboboxProps = Pick<
  ComboboxProps,
  'ref' | 'placeholder' | 'value' | 'onChange' | 'options'
> & {
  label: string
  hint?: string
  error: string | undefined
  listLabel: string
  search: OptionSearch
  /** The query that finds the options. */
  query: Query
  /** The kind of option, such as "lender". */
  noun: string
  /** The maximum number of options that the query finds. */
  maxFound: number
  found: number
}

/** A combobox whose options the server finds. While it searches, Enter can't select a result of the previous search. */
export function SearchedCombobox({
  label,
  hint,
  error,
  search,
  query,
  noun,
  maxFound,
  found,
  ...props
}: SearchedComboboxProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Combobox
          {...props}
          control={control}
          maxLength={textLimits.search}
          status={statusOf({ search, query, noun, maxFound, found })}
          typed={search.typed}
          onType={search.type}
        />
      )}
    </Field>
  )
}

function statusOf({
  search,
  query,
  noun,
  maxFound,
  found,
}: Pick<SearchedComboboxProps, 'search' | 'query' | 'noun' | 'maxFound' | 'found'>) {
  if (query.isError) return `The ${noun}s couldn't be loaded. Type to try again.`
  if (isSearching(search, query)) return 'Loading...'
  if (found === 0) return `No ${noun} matches.`
  return found === maxFound ? `The first ${maxFound}. Type to find others.` : null
}
