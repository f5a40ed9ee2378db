import { SelectedLoans, type SelectedLoansProps } from './SelectedLoans.tsx'

export const CompareBar = (props: SelectedLoansProps) => (
  // Rendered even when empty: screen readers announce text that is added to an existing live region.
  <div aria-live="polite" className="flex shrink-0 items-center gap-0.5 pb-1 print:hidden">
    {props.state.compare.length > 0 && <SelectedLoans {...props} />}
  </div>
)
