import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { cx } from './cx.ts'
import { SpinnerRing } from './display/Spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  /** `icon` is square: give it an `aria-label`. */
  size?: ButtonSize | undefined
  /**
   * An action is pending: the button keeps its width, shows a spinner and ignores presses. It isn't disabled,
   * because it would lose the focus. A button that an act leaves with nothing to do is `aria-disabled` for the
   * same reason: it ignores presses too.
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
      {/* Faded rather than removed: a hidden label would leave the button without a name. */}
      <span className={cx('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
    </button>
  )
}

const ignoringPresses = {
  'aria-disabled': true,
  // Enter in a field presses the submit button too.
  onClick: (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  },
  // These open menus.
  onPointerDown: undefined,
  onKeyDown: undefined,
}
