/** The common style of text fields and native selects. */
export const controlClass =
  'block w-full min-w-0 rounded-lg border border-input bg-card px-3 text-foreground ' +
  'transition-colors duration-150 aria-invalid:border-destructive disabled:cursor-not-allowed ' +
  // Below 16 px, phones zoom into the page when the field gets the focus.
  'disabled:bg-muted disabled:text-muted-foreground max-md:text-base'

/** Their height: 36 px, and 44 px on touch screens. */
export const controlHeight = 'h-9 max-md:h-11'
