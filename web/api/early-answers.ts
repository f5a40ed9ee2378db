/**
 * Answers that the page's HTML asked for before this code was there (`server/pages/page-heads.ts`). Each
 * serves the first call for it, until the page learns of a change.
 */
declare global {
  var earlyAnswers: Record<string, Promise<Response>> | undefined
}

/** After this time, a page that has not come to ask yet asks by itself. */
const usefulMs = 30_000

/** The answer to a GET of this address, once, if it was asked for early. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  if (performance.now() > usefulMs) dropEarlyAnswers()
  const answer = globalThis.earlyAnswers?.[address]
  if (answer) delete globalThis.earlyAnswers?.[address]
  return answer
}

/** They don't show what changes from now on. */
export function dropEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined
}
