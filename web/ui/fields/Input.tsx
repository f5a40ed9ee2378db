import type { ComponentProps } from 'react'
import { controlClass, controlHeight } from './control-class.ts'
import { cx } from '#web/ui/cx.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(controlClass, controlHeight, className)} />
}
