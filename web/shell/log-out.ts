import { send } from '#web/api/client.ts'

export async function logOut(): Promise<void> {
  // Uses `send` instead of `call`, because the refetches after a `call` would fail without a session.
  await send('logout')
  for (const discard of discards) discard()
  // Loading a full page clears all of this user's data from memory.
  location.assign('/')
}

/**
 * Registers a callback for logout so that the logout code neither imports nor downloads the code that discards data.
 */
export const atLogOut = (discard: () => void) => void discards.add(discard)

const discards = new Set<() => void>()
