import { send } from '#web/api/client.ts'

export async function logOut(): Promise<void> {
  // Use `send` rather than `call`: the refetches after `call` would fail without a session.
  await send('logout')
  for (const discard of discards) discard()
  // Full page load, to clear all data of this user from memory.
  location.assign('/')
}

/** Registers a callback for logout, so that logout doesn't import or download the code that discards data. */
export const atLogOut = (discard: () => void) => void discards.add(discard)

const discards = new Set<() => void>()
