import { send } from '#web/api/client.ts'

/** Logs out, and leaves the application. */
export async function logOut(): Promise<void> {
  // Not by `call`: what is read anew after it would be refused.
  await send('logout')
  // Without a download if there is anything to discard: whatever kept it has loaded this.
  await import('#web/unsent.ts').then((unsent) => unsent.discardUnsent()).catch(() => {})
  // A full page load, so that nothing this person has seen stays in memory.
  location.assign('/')
}
