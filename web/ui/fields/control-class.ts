export const controlClass =
  'block w-full min-w-0 rounded-lg border border-input bg-card px-3 text-foreground ' +
  'transition-colors duration-150 aria-invalid:border-destructive disabled:cursor-not-allowed ' +
  // Phones zoom in on focused fields with text below 16 px.
  'disabled:bg-muted disabled:text-muted-foreground max-md:text-base'

/** 36 px, or 44 px on touch screens. */
export const controlHeight = 'h-9 max-md:h-11'
