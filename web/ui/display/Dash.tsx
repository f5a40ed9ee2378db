/** A dash where a table has nothing to show, which screen readers read as the label. */
export const Dash = ({ label }: { label: string }) => (
  <span className="text-muted-foreground">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{label}</span>
  </span>
)
