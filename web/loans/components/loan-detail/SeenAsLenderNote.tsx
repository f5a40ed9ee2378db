import type { Loan } from '#contract/loans/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { seenAsLenderId, seenAsLenderReason } from '#web/seen-as-lender.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'

const readersOf = ({ audience }: Loan) => (audience === 'invited' ? 'Admitted firms' : 'Lenders')

export const SeenAsLenderNote = ({ loan }: { loan: Loan }) => (
  <aside
    aria-label="Preview"
    className="flex items-center justify-between gap-x-4 rounded-xl border border-dashed border-muted-foreground px-4 py-2.5"
  >
    <p id={seenAsLenderId} className="min-w-0 text-pretty">
      <strong className="font-semibold">{seenAsLenderReason}</strong>
      <span className="max-sm:sr-only"> Buttons that change something are off.</span>
      {loan.isDraft && ` ${readersOf(loan)} can open it once you publish it.`}
    </p>
    <ButtonLink href={paths.loan(loan.id)} variant="outline">
      Back to Your View
    </ButtonLink>
  </aside>
)
