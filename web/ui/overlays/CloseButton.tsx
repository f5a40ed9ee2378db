import { X } from 'lucide-react'
import { Close } from 'radix-ui/dialog'
import type { ComponentProps } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'

/** Use `className` to set the distance from the corner. */
export function CloseButton({ className, ...rest }: ComponentProps<typeof Close>) {
  return (
    <Close
      {...rest}
      className={buttonClass({
        variant: 'ghost',
        size: 'icon',
        className: cx('absolute!', className),
      })}
    >
      <X aria-hidden="true" />
      <span className="sr-only">Close</span>
    </Close>
  )
}
