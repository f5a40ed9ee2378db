import { Search } from 'lucide-react'
import { textLimits } from '#domain/texts.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useSettledText } from './use-settled-text.ts'

export type SearchBoxProps = {
  label: string
  placeholder?: string | undefined
  search: string
  /** Called after a pause in typing, or immediately when Enter is pressed. */
  onSearch: (search: string) => void
}

export function SearchBox({
  label,
  placeholder = `${label}...`,
  search,
  onSearch,
}: SearchBoxProps) {
  const { typed, type, settle } = useSettledText(search, onSearch)
  return (
    <form
      role="search"
      className="relative min-w-0 lg:flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        settle()
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 z-1 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Field label={label} hideLabel className="[&_input]:pl-9">
        <Input
          type="search"
          placeholder={placeholder}
          maxLength={textLimits.search}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
    </form>
  )
}
