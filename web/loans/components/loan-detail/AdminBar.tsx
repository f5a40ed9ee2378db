import type { Loan } from '#contract/loans/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'

type Act = 'edit' | 'publish' | 'unpublish'

/** What administrators do with a loan, above its page; that of a draft says who sees it. */
export function AdminBar({ loan }: { loan: Loan }) {
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const buttonOf = (name: Act) => ({
    onClick: () => setAct(name),
    onPointerEnter: () => dialogs[name].preload(),
    onFocus: () => dialogs[name].preload(),
  })
  return (
    <section
      aria-label="Administration"
      className={cx(
        'flex flex-wrap items-center gap-2 print:hidden',
        loan.isDraft && 'rounded-xl border border-dashed border-muted-foreground px-4 py-3',
      )}
    >
      {loan.isDraft && (
        <p className="mr-auto text-pretty">
          <strong className="font-semibold">This is a draft.</strong> Only administrators see it,
          and nobody can commit to it.
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
        <Button variant="outline" {...buttonOf('edit')}>
          Edit
        </Button>
        {loan.isDraft ? (
          <Button {...buttonOf('publish')}>Publish</Button>
        ) : (
          <Button variant="outline" {...buttonOf('unpublish')}>
            Return to Draft
          </Button>
        )}
      </div>
      {act === 'edit' && <dialogs.edit loanId={loan.id} onClose={close} />}
      {act === 'publish' && <dialogs.publish loan={loan} onClose={close} />}
      {act === 'unpublish' && <dialogs.unpublish loan={loan} onClose={close} />}
    </section>
  )
}

// Loaded on demand: each is larger than the bar, and most visits open none.
const dialogs = {
  edit: onDemand(() =>
    import('#web/loans/components/manage-loans/LoanFormDialog.tsx').then(
      (part) => part.LoanFormDialog,
    ),
  ),
  publish: onDemand(() =>
    import('#web/loans/components/manage-loans/PublishDialog.tsx').then(
      (part) => part.PublishDialog,
    ),
  ),
  unpublish: onDemand(() =>
    import('#web/loans/components/manage-loans/UnpublishDialog.tsx').then(
      (part) => part.UnpublishDialog,
    ),
  ),
}
