/** An empty table cell, which screen readers announce as the label. */
export const Dash = ({ label }: { label: string }) => (
  <span className="text-muted-foreground">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{label}</span>
  </span>
)
