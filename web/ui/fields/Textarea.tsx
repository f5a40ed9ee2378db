import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import { cx } from '#web/ui/cx.ts'

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={cx(controlClass, 'resize-y py-2', className)} />
}
