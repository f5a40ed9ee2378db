import { ChevronDown } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { controlClass, controlHeight } from './Input.tsx'
import { cx } from '#web/ui/cx.ts'
import type { FieldControl } from './Field.tsx'

export interface ComboboxOption {
  id: string
  label: string
  detail?: string | undefined
  mark?: string | undefined
  /**
   * An option that typing never highlights. Enter selects it only after an arrow key or the pointer has highlighted it.
   */
  isDeliberate?: boolean | undefined
}

export interface ComboboxProps {
  ref?: Ref<HTMLInputElement> | undefined
  control: FieldControl
  listLabel: string
  placeholder: string
  maxLength: number
  value: Pick<ComboboxOption, 'id' | 'label'> | null
  onChange: (option: ComboboxOption | null) => void
  options: readonly ComboboxOption[]
  /** A message below the options or in their place, for example while they load or if nothing matches. */
  status: string | null
  /** The text typed since the field received focus. It is empty once the field loses focus. */
  typed: string
  onType: (text: string) => void
}

/**
 * A text field with a list of options (ARIA's combobox pattern). Focus stays in the field. When it leaves the field,
 * the selection is kept unless the field is empty.
 */
export function Combobox({
  ref,
  control,
  listLabel,
  placeholder,
  maxLength,
  value,
  onChange,
  options,
  status,
  typed,
  onType,
}: ComboboxProps) {
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The typed text, or null if the field shows the selected option's label.
  const [text, setText] = useState<string | null>(null)
  const [highlight, setHighlight] = useState<Highlight>(null)
  const active = isOpen ? highlighted(options, highlight) : undefined
  const chosen = value?.label
  // After a choice, the field would show the end of a long label, because the caret is there.
  useLayoutEffect(() => {
    const field = list.current?.closest('div.relative')?.querySelector('input')
    if (text === null && chosen && field === document.activeElement) field?.setSelectionRange(0, 0)
  }, [text, chosen])
  const idOf = (option: ComboboxOption) => `${listId}-${option.id}`

  function close() {
    setOpen(false)
    setHighlight(null)
  }
  function choose(option: ComboboxOption) {
    setText(null)
    onType('')
    close()
    onChange(option)
  }
  function leave() {
    if (text?.trim() === '') onChange(null)
    setText(null)
    if (typed !== '') onType('')
    close()
  }
  function move(step: 1 | -1) {
    setOpen(true)
    const option = stepFrom(options, active, step)
    if (!option) return
    setHighlight({ id: option.id })
    list.current?.querySelector(`[id="${idOf(option)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      move(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Enter') {
      // Enter selects an option and never submits the form that contains the field.
      event.preventDefault()
      if (active) choose(active)
      else setOpen(true)
    } else if (key === 'Escape' && isOpen) {
      // Document panels ignore an Escape key event whose default action is prevented. Dialogs check `aria-expanded`
      // instead.
      event.preventDefault()
      close()
    }
  }

  return (
    <div className="relative">
      <input
        {...control}
        ref={ref}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && idOf(active)}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text ?? value?.label ?? ''}
        className={cx(controlClass, controlHeight, 'truncate pr-9')}
        onClick={() => setOpen(true)}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setText(target.value)
          onType(target.value)
          setOpen(true)
          setHighlight(target.value.trim() === '' ? null : 'typed')
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <div
        className={cx(
          'absolute inset-x-0 top-full z-40 mt-1 rounded-lg border bg-popover p-1 text-popover-foreground elevated',
          !isOpen && 'hidden',
        )}
        // Focus stays in the field, because a click in the list must not count as leaving the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        <ul
          ref={list}
          id={listId}
          role="listbox"
          aria-label={listLabel}
          className="max-h-64 overflow-y-auto"
        >
          {options.map((option) => (
            // Key events reach the field, which has focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={option.id}
              id={idOf(option)}
              role="option"
              aria-selected={option.id === value?.id}
              className={cx(
                'flex cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 py-1.5 max-md:min-h-11',
                option === active && 'bg-secondary text-secondary-foreground',
              )}
              onClick={() => choose(option)}
              onMouseMove={() => option !== active && setHighlight({ id: option.id })}
            >
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{option.label}</span>
                {option.detail && (
                  <span className="block text-xs wrap-anywhere text-muted-foreground">
                    {option.detail}
                  </span>
                )}
              </span>
              {option.mark && (
                <span className="shrink-0 text-xs text-muted-foreground">{option.mark}</span>
              )}
            </li>
          ))}
        </ul>
        <p
          role="status"
          className={cx('px-2.5 py-1.5 text-muted-foreground', !status && 'sr-only')}
        >
          {isOpen && status}
        </p>
      </div>
    </div>
  )
}

/**
 * The id of the option, "typed" for the first match of the typed text, or null. An index would be wrong, because a list
 * that arrives later must not move the highlight to a different option.
 */
export type Highlight = { id: string } | 'typed' | null

interface Highlightable {
  id: string
  isDeliberate?: boolean | undefined
}

export function highlighted<Option extends Highlightable>(
  options: readonly Option[],
  highlight: Highlight,
): Option | undefined {
  if (highlight === 'typed') return options.find(({ isDeliberate }) => !isDeliberate)
  return highlight ? options.find(({ id }) => id === highlight.id) : undefined
}

/** The option before or after the highlighted option. If none is highlighted, the last or the first option. */
export function stepFrom<Option extends Highlightable>(
  options: readonly Option[],
  from: Option | undefined,
  step: 1 | -1,
): Option | undefined {
  const at = from ? options.indexOf(from) : -1
  if (at < 0) return options.at(step > 0 ? 0 : -1)
  return options[(at + step + options.length) % options.length]
}
