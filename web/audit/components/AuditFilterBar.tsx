import { auditKindsByTopic } from '#domain/audit/kinds.ts'
import { textLimits } from '#domain/texts.ts'
import { useSettledText } from '#web/lists/use-settled-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { NativeSelect } from '#web/ui/NativeSelect.tsx'
import { useEffect, useRef, type Ref } from 'react'
import { firstDay, lastDay, printAuditFilters, toKind, type AuditFilters } from './url-filters.ts'

export interface AuditFilterBarProps {
  filters: AuditFilters
  /** The first filter, which gets the focus after clearing: the button that did it is gone. */
  first: Ref<HTMLSelectElement>
  onChange: (part: Partial<AuditFilters>, options?: { replace: boolean }) => void
  onClear: () => void
}

export function AuditFilterBar({ filters, first, onChange, onClear }: AuditFilterBarProps) {
  return (
    <form
      role="search"
      aria-label="Filters"
      // Typing is enough; Enter must not reload the page.
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-2.5 md:grid-cols-6 lg:grid-cols-5 max-md:[&>:first-child]:col-span-2 print:hidden"
    >
      <Field label="Event" className="min-w-0 md:col-span-2 lg:col-span-1">
        <NativeSelect
          ref={first}
          value={filters.kind}
          onChange={({ target }) => onChange({ kind: toKind(target.value) })}
        >
          <option value="">All Events</option>
          {Object.entries(auditKindsByTopic).map(([topic, kinds]) => (
            <optgroup key={topic} label={topic}>
              {Object.entries(kinds).map(([kind, name]) => (
                <option key={kind} value={kind}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </NativeSelect>
      </Field>
      <TextFilter
        label="Person"
        placeholder="Name or email"
        text={filters.person}
        onSettle={(person) => onChange({ person }, { replace: filters.person !== '' })}
      />
      <TextFilter
        label="Loan"
        placeholder="Title or id"
        text={filters.loan}
        onSettle={(loan) => onChange({ loan }, { replace: filters.loan !== '' })}
      />
      <DayFilter
        label="From"
        day={filters.from}
        onChange={(from) => onChange({ from }, { replace: filters.from !== '' })}
      />
      <DayFilter
        label="To"
        day={filters.to}
        onChange={(to) => onChange({ to }, { replace: filters.to !== '' })}
      />
      {printAuditFilters(filters) && (
        <Button
          variant="ghost"
          className="self-end justify-self-start md:col-span-2 lg:col-span-1"
          onClick={onClear}
        >
          Clear Filters
        </Button>
      )}
    </form>
  )
}

interface TextFilterProps {
  label: string
  placeholder: string
  text: string
  onSettle: (text: string) => void
}

function TextFilter({ label, placeholder, text, onSettle }: TextFilterProps) {
  const { typed, type, settle } = useSettledText(text, onSettle)
  return (
    <Field label={label} className="min-w-0 md:col-span-2 lg:col-span-1">
      <Input
        type="search"
        placeholder={placeholder}
        maxLength={textLimits.search}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
    </Field>
  )
}

interface DayFilterProps {
  label: string
  day: string
  onChange: (day: string) => void
}

function DayFilter({ label, day, onChange }: DayFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  const told = useRef(day)
  useEffect(() => {
    // A half-typed date has no value: leave it until the filter changes elsewhere.
    if (input.current && day !== told.current) input.current.value = day
    told.current = day
  }, [day])

  function tell({ value, validity }: HTMLInputElement) {
    if (!validity.valid) return
    told.current = value
    onChange(value)
  }

  return (
    <Field label={label} className="min-w-0 md:col-span-2 lg:col-span-1">
      {(control) => (
        <Input
          {...control}
          ref={input}
          type="date"
          defaultValue={day}
          // A year with only its first digits typed is below this, and does not count yet.
          min={firstDay}
          max={lastDay}
          onChange={({ target }) => tell(target)}
        />
      )}
    </Field>
  )
}
