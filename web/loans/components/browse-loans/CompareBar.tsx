import { SelectedLoans, type SelectedLoansProps } from './SelectedLoans.tsx'

/** What is selected for the comparison; nothing while no loan is. */
export const CompareBar = (props: SelectedLoansProps) => (
  // Empty, it is there already: a text that appears in it is announced.
  <div aria-live="polite" className="flex shrink-0 items-center gap-0.5 pb-1 print:hidden">
    {props.state.compare.length > 0 && <SelectedLoans {...props} />}
  </div>
)
