/**
 * Whether an error means that code could not be downloaded. Browsers have no error type for that, only
 * these messages: Chromium's and Firefox's, Safari's, and Vite's for a style sheet.
 */
export const isImportFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
