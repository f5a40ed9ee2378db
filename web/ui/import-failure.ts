/**
 * Whether an error says that code could not be downloaded. Browsers have no type of their own for
 * that error, only these messages: Chromium's and Firefox's, Safari's, and Vite's for a style sheet.
 */
export const isImportFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
