import { useSession } from '#web/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatClock } from '#web/time/timestamps.ts'
import { startLive } from './start-live.ts'

/** The server's position in the change list when it served the page. Pages served by Vite lack this position. */
const changesSeen =
  document.querySelector<HTMLMetaElement>('meta[name="changes-seen"]')?.content ?? ''

export function LiveStatus({ userId }: { userId: string }) {
  const client = useQueryClient()
  const { role, mustSetUp } = useSession()
  const [offlineSince, setOfflineSince] = useState<number | null>(null)
  useEffect(
    () =>
      'EventSource' in globalThis
        ? startLive({ client, since: changesSeen, userId, onState: setOfflineSince })
        : undefined,
    [client, userId],
  )
  // The role and the two-factor state determine which requests are allowed, so everything is refetched when either
  // changes.
  const access = `${role} ${mustSetUp}`
  const known = useRef(access)
  useEffect(() => {
    if (known.current !== access) void client.invalidateQueries()
    known.current = access
  }, [client, access])
  return (
    <p role="status" className="text-[0.8125rem] text-muted-foreground">
      {offlineSince !== null && (
        // On phones, the bar has no room for the status, which is therefore shown below the bar.
        <span className="whitespace-nowrap max-md:absolute max-md:inset-x-0 max-md:top-full max-md:border-b max-md:bg-card max-md:py-0.5 max-md:text-center">
          {`Updated ${formatClock(offlineSince)} · offline`}
        </span>
      )}
    </p>
  )
}
