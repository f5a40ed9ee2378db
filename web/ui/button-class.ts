import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'destructive' | 'link'
export type ButtonSize = 's' | 'm' | 'icon'

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

export function buttonClass({ variant = 'primary', size = 'm', className }: ButtonLook = {}) {
  return cx(base, variants[variant], sizes[size], className)
}

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-medium ' +
  'whitespace-nowrap select-none transition-colors duration-150 disabled:cursor-not-allowed ' +
  'disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 print:hidden'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-primary text-primary-foreground enabled:not-aria-disabled:hover:bg-primary/90 [a]:hover:bg-primary/90',
  outline: 'bg-card text-foreground enabled:not-aria-disabled:hover:bg-muted [a]:hover:bg-muted',
  ghost:
    'border-transparent text-muted-foreground enabled:not-aria-disabled:hover:bg-muted enabled:not-aria-disabled:hover:text-foreground ' +
    '[a]:hover:bg-muted [a]:hover:text-foreground',
  destructive:
    'border-transparent bg-destructive text-destructive-foreground enabled:not-aria-disabled:hover:bg-destructive/90',
  link: 'border-transparent text-primary underline-offset-4 hover:underline',
}

// Touch targets must be 44 px high, so every size has that height on phones.
const sizes: Record<ButtonSize, string> = {
  s: 'h-7.5 px-2.5 text-[0.8125rem] max-md:h-11 max-md:px-3.5',
  m: 'h-9 px-3.5 text-sm max-md:h-11',
  icon: 'size-9 max-md:size-11',
}
