import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { cx } from './cx.ts'
import { SpinnerRing } from './display/Spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  /** The `icon` size is square and requires an `aria-label`. */
  size?: ButtonSize | undefined
  /**
   * True while an action is pending. The button keeps its width, shows a spinner, and ignores clicks. A disabled button
   * would lose focus, so also use `aria-disabled` if an action leaves the button with nothing to do.
   */
  busy?: boolean | undefined
}

export function Button({
  variant,
  size,
  busy = false,
  disabled,
  className,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...((busy || rest['aria-disabled'] === true) && ignoringPresses)}
      aria-busy={busy || undefined}
      type={type}
      disabled={disabled}
      className={buttonClass({ variant, size, className })}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <SpinnerRing />
        </span>
      )}
      {/* The label is transparent instead of removed, because the button would have no accessible name without a
          label. */}
      <span className={cx('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
    </button>
  )
}

const ignoringPresses = {
  'aria-disabled': true,
  // Pressing Enter in a field also clicks the submit button.
  onClick: (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  },
  // A menu's button would open the menu on these events.
  onPointerDown: undefined,
  onKeyDown: undefined,
}
