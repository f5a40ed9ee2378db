import { cx } from '#web/ui/cx.ts'
import { useId } from 'react'

export interface KindChoiceProps {
  isSoft: boolean
  onChoose: (isSoft: boolean) => void
  bindingHint: string
  softHint: string
  /** True if only a soft commitment is possible now. `bindingHint` says why. */
  isSoftOnly?: boolean
}

/** Two cards: a radio button for Binding and a check box for Soft Commit. Exactly one of them is selected. */
export function KindChoice({
  isSoft,
  onChoose,
  bindingHint,
  softHint,
  isSoftOnly = false,
}: KindChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Kind of commitment</legend>
      <div className="grid grid-cols-2 gap-2">
        <Kind
          type="radio"
          label="Binding"
          hint={bindingHint}
          checked={!isSoft}
          disabled={isSoftOnly}
          onChange={() => onChoose(false)}
        />
        <Kind
          type="checkbox"
          label="Soft Commit"
          hint={softHint}
          checked={isSoft}
          onChange={() => onChoose(isSoftOnly || !isSoft)}
        />
      </div>
      {/* On phones, the effect above the buttons says that a binding share is final. */}
      <div
        aria-hidden="true"
        className="mt-1.5 text-[0.8125rem] text-pretty text-muted-foreground empty:hidden sm:hidden"
      >
        {isSoftOnly && <p className="font-medium text-foreground">{bindingHint}</p>}
        {isSoft && <p>{softHint}</p>}
      </div>
    </fieldset>
  )
}

interface KindProps {
  type: 'radio' | 'checkbox'
  label: string
  hint: string
  checked: boolean
  disabled?: boolean
  onChange: () => void
}

function Kind({ type, label, hint, checked, disabled = false, onChange }: KindProps) {
  const id = useId()
  return (
    <label
      className={cx(
        'flex gap-2.5 rounded-lg border p-3 transition-colors duration-150',
        checked ? 'border-primary bg-muted' : 'border-input',
        disabled && 'border-dashed text-muted-foreground',
      )}
    >
      <input
        type={type}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-4 shrink-0 rounded-full max-md:size-5"
      />
      <span className="grid content-start gap-0.5">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        <span id={`${id}-hint`} className="text-[0.8125rem] text-muted-foreground max-sm:sr-only">
          {hint}
        </span>
      </span>
    </label>
  )
}
