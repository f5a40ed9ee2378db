import { textLimits } from '#domain/texts.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

export type SearchBoxProps = {
  /** What is searched for now. */
  search: string
  /** Called when typing has paused, or at once by Enter. */
  onSearch: (search: string) => void
}

export function SearchBox({ search, onSearch }: SearchBoxProps) {
  // Null when nothing is typed that the address does not say yet.
  const [draft, setDraft] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function settle(text: string) {
    clearTimeout(timer.current)
    setDraft(null)
    if (text !== search) onSearch(text)
  }

  return (
    <form
      role="search"
      className="relative min-w-0 lg:flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        settle(draft ?? search)
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 z-1 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Field label="Search loans" hideLabel className="[&_input]:pl-9">
        <Input
          type="search"
          placeholder="Search loans..."
          maxLength={textLimits.search}
          value={draft ?? search}
          onChange={({ target }) => {
            clearTimeout(timer.current)
            setDraft(target.value)
            timer.current = setTimeout(settle, debounceMs, target.value)
          }}
        />
      </Field>
    </form>
  )
}

const debounceMs = 300
