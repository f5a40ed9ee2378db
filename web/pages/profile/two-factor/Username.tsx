import { useSession } from '#web/session.ts'

/** Tells password managers whose password the form asks for. */
export function Username() {
  const { user } = useSession()
  return <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
}
