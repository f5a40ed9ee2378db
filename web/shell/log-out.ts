import { send } from '#web/api/client.ts'
import { discardUnsent } from '#web/unsent.ts'

/** Logs out, and leaves the application. */
export async function logOut(): Promise<void> {
  // Not by `call`: what is read anew after it would be refused.
  await send('logout')
  discardUnsent()
  // A full page load, so that nothing this person has seen stays in memory.
  location.assign('/')
}
