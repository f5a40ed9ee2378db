import { send } from '#web/api/client.ts'

/** Logs out, and leaves the application. */
export async function logOut(): Promise<void> {
  // Not by `call`: what is read anew after it would be refused.
  await send('logout')
  for (const discard of discards) discard()
  // A full page load, so that nothing this person has seen stays in memory.
  location.assign('/')
}

/** Has this called at logout, without a download, which a dying connection would keep from ending. */
export const atLogOut = (discard: () => void) => void discards.add(discard)

const discards = new Set<() => void>()
