import { Pencil } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { useOffInPreview } from '#web/seen-as-lender.ts'
import { Button } from '#web/ui/Button.tsx'
import { useState } from 'react'
import { MarkDialog } from './MarkButton.tsx'
import { stageLabels } from './stage-labels.ts'

export function MarkLine({ loan }: { loan: Loan }) {
  const [isOpen, setOpen] = useState(false)
  const off = useOffInPreview()
  const { stage = null, note = null } = loan.ownMark ?? {}
  return (
    <>
      <Button
        variant="ghost"
        size="s"
        aria-haspopup="dialog"
        className="-my-1.25 -ml-2.5 max-w-full min-w-0 shrink! justify-start! print:hidden"
        title={note ?? 'Only for you'}
        {...off}
        onPointerEnter={MarkDialog.preload}
        onFocus={MarkDialog.preload}
        onClick={() => setOpen(true)}
      >
        <Pencil aria-hidden="true" className="size-3.5!" />
        {stage === null && note === null ? (
          'Mark or Note'
        ) : (
          <span className="flex min-w-0 gap-1.5">
            {stage && <span className="text-foreground">{stageLabels[stage]}</span>}
            {note && <span className="truncate font-normal">{note}</span>}
          </span>
        )}
      </Button>
      {isOpen && (
        <PartBoundary>
          <MarkDialog loan={loan} onClose={() => setOpen(false)} />
        </PartBoundary>
      )}
    </>
  )
}
