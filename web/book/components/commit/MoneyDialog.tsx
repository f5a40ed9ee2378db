import { Button } from '#web/ui/Button.tsx'
import { Dialog, type DialogProps } from '#web/ui/overlays/Dialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { type ReactNode, useState } from 'react'
import { formatCents } from '#domain/money.ts'
import { describeEffect, type Effected } from './describe-effect.ts'
import { sinceOpened, type Shown } from './shown-terms.ts'

export interface MoneyDialogProps {
  title: string
  description: string
  /**
   * Describes the effect of confirming, or says why the user can't confirm. Rendered as a live region for screen
   * readers.
   */
  notice: ReactNode
  confirmLabel: string
  destructive?: boolean | undefined
  busy: boolean
  /** True if the user can't confirm. `notice` gives the reason. */
  disabled?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
  receipt?: Pick<DialogProps, 'title' | 'description' | 'footer' | 'children'> | null
  children: ReactNode
}

/**
 * A dialog that commits, changes, or releases a share. It isn't a form, so pressing Enter in a field doesn't submit it.
 * Only the button below the effect's description confirms the action.
 */
export function MoneyDialog({
  title,
  description,
  notice,
  confirmLabel,
  destructive = false,
  busy,
  disabled = false,
  onConfirm,
  onClose,
  receipt = null,
  children,
}: MoneyDialogProps) {
  const onOpenChange = (open: boolean) => !open && onClose()
  if (receipt) return <Dialog open onOpenChange={onOpenChange} {...receipt} />
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      busy={busy}
      footer={
        <>
          <div aria-live="polite" className="mb-1 grid min-w-full gap-2">
            {notice}
          </div>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            busy={busy}
            disabled={disabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

export interface EffectProps {
  lead?: ReactNode
  /** The number of lines to reserve, to avoid layout shift when the text changes. */
  lines?: keyof typeof heights
  children?: ReactNode
}

export function Effect({ lead, lines = 2, children }: EffectProps) {
  return (
    <div
      className={cx(
        'content-center rounded-lg bg-secondary px-3 py-2.5 wrap-anywhere text-secondary-foreground',
        heights[lines],
      )}
    >
      {lead && <strong className="font-semibold">{lead}</strong>} {children}
    </div>
  )
}

const heights = {
  2: 'md:min-h-[calc(2lh+1.25rem)]',
  3: 'md:min-h-[calc(3lh+1.25rem)]',
  4: 'md:min-h-[calc(4lh+1.25rem)]',
  5: 'md:min-h-[calc(5lh+1.25rem)]',
}

/** Marks up the amount as an `<output>`, because the dialog computes it from the chosen share. */
export function ComputedEffect(effected: Effected) {
  const amount = formatCents(effected.amount)
  const [before, after] = describeEffect(effected).split(amount)
  return (
    <>
      {before}
      {/* The surrounding notice is already a live region. */}
      <output aria-live="off">{amount}</output>
      {after}
    </>
  )
}

export function SinceOpened({ shown }: { shown: Shown }) {
  const [openedWith] = useState(shown)
  return sinceOpened(openedWith, shown).map((change) => <p key={change}>{change}</p>)
}
