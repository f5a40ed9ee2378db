/** Says what the asterisk means; the controls themselves say it to screen readers. */
export const RequiredLegend = () => (
  <p aria-hidden="true" className="text-[0.8125rem] text-muted-foreground">
    <span className="text-destructive">*</span> Required
  </p>
)

/** Follows the label of a field that must not stay blank; its control is `aria-required`. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="text-destructive">
    {' *'}
  </span>
)
