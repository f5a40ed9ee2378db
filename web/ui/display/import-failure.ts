/**
 * Whether code could not be downloaded. Browsers have no error type for this, only the messages of Chromium and
 * Firefox, of Safari, and of Vite for style sheets.
 */
export const isImportFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
