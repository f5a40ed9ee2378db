import { X } from 'lucide-react'
import { auditKindsByTopic } from '#domain/audit/kinds.ts'
import { textLimits } from '#domain/texts.ts'
import { chipControl, FilterChip } from '#web/lists/FilterChip.tsx'
import { useSettledText } from '#web/lists/use-settled-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useEffect, useRef, type Ref } from 'react'
import {
  firstDay,
  hidesSignIns,
  isNarrowed,
  lastDay,
  toKind,
  type AuditFilters,
} from './url-filters.ts'

export interface AuditFilterBarProps {
  filters: AuditFilters
  /** Receives focus after the filters are cleared, because the focused button is then removed. */
  first: Ref<HTMLSelectElement>
  onChange: (part: Partial<AuditFilters>, options?: { replace: boolean }) => void
  onClear: () => void
}

export function AuditFilterBar({ filters, first, onChange, onClear }: AuditFilterBarProps) {
  return (
    <form
      role="search"
      aria-label="Filters"
      // The filters apply as the user types, so Enter must not reload the page.
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 items-center gap-2 md:flex md:gap-1.5 md:flex-wrap md:text-[0.8125rem] print:hidden"
    >
      <FilterChip
        label="Event"
        isSet={filters.kind !== ''}
        className={cx(filters.kind !== '' && 'max-md:col-span-2')}
      >
        {(id) => (
          <select
            id={id}
            ref={first}
            value={filters.kind}
            onChange={({ target }) => onChange({ kind: toKind(target.value) })}
            className={cx(chipControl, 'truncate md:w-24')}
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
          </select>
        )}
      </FilterChip>
      {filters.kind === '' && (
        <SignInsChip
          areHidden={hidesSignIns(filters)}
          onToggle={(signIns) => onChange({ signIns })}
        />
      )}
      <TextFilter
        label="Person"
        placeholder="Name, email"
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
      {isNarrowed(filters) && (
        <Button variant="link" size="s" onClick={onClear}>
          Clear Filters
        </Button>
      )}
    </form>
  )
}

/** Sign-ins are hidden by default, because they make up most entries. */
function SignInsChip({
  areHidden,
  onToggle,
}: {
  areHidden: boolean
  onToggle: (signIns: AuditFilters['signIns']) => void
}) {
  return (
    <Button
      variant="outline"
      className="rounded-full! px-3 md:text-[0.8125rem]"
      onClick={() => onToggle(areHidden ? 'shown' : '')}
    >
      {areHidden ? (
        <>
          Sign-ins hidden <span className="sr-only">(show all)</span>
          <X aria-hidden="true" className="text-muted-foreground" />
        </>
      ) : (
        'Hide Sign-Ins'
      )}
    </Button>
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
    <FilterChip label={label} isSet={text !== ''}>
      {(id) => (
        <input
          id={id}
          type="search"
          placeholder={placeholder}
          maxLength={textLimits.search}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && settle()}
          className={cx(chipControl, 'md:w-24 md:pr-1')}
        />
      )}
    </FilterChip>
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
    // A partially typed date has the value ''. The input is overwritten only if the filter was changed elsewhere.
    if (input.current && day !== told.current) input.current.value = day
    told.current = day
  }, [day])

  function tell({ value, validity }: HTMLInputElement) {
    if (!validity.valid) return
    told.current = value
    onChange(value)
  }

  return (
    <FilterChip label={label} isSet={day !== ''} className="max-md:col-span-2">
      {(id) => (
        <input
          id={id}
          ref={input}
          type="date"
          defaultValue={day}
          // While a year is being typed, its first digits form a date before `min`. Such a date is ignored.
          min={firstDay}
          max={lastDay}
          onChange={({ target }) => tell(target)}
          className={chipControl}
        />
      )}
    </FilterChip>
  )
}
