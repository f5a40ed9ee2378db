import { X } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

export function NextSteps({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  return (
    <section
      aria-label="Next steps"
      className="flex flex-wrap items-center gap-2 border-t bg-secondary px-4.5 py-2 text-secondary-foreground"
    >
      <p className="min-w-40 flex-1 wrap-anywhere">
        <span className="font-medium">{loan.title}</span> is saved. What's next?
      </p>
      <ButtonLink href={paths.loan(loan.id)} variant="outline" size="s">
        Open Loan
      </ButtonLink>
      <ButtonLink href={`${paths.loan(loan.id)}#upload`} variant="outline" size="s">
        Upload Documents
      </ButtonLink>
      <Button variant="ghost" size="icon" aria-label="Dismiss next steps" onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </section>
  )
}
