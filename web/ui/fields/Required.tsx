/** Explains the asterisk; screen readers use `aria-required` instead. */
export const RequiredLegend = () => (
  <p aria-hidden="true" className="text-[0.8125rem] text-muted-foreground">
    <span className="text-destructive">*</span> Required
  </p>
)

/** Marks the label of a required field, whose control has `aria-required`. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="text-destructive">
    {' *'}
  </span>
)
