import type { Notification } from '#contract/notifications/shapes.ts'
import { isLender } from '#domain/access.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import {
  awaitsAdministrator,
  awaitsLender,
  unlistedDecisions,
  type Decisions,
} from './next-steps.ts'

export interface Awaited {
  /** True if the user hasn't done yet what the notification asks for. */
  isAwaited: (notification: Notification) => boolean
  /** The answers and payments that await the user's firm and that none of the notifications asks for. */
  unlisted: (listed: readonly Notification[]) => Decisions
}

/** What the notifications of the user ask for, as Today has it. Undefined until loaded. */
export function useAwaited(): Awaited | undefined {
  const { role } = useSession()
  const own = useQuery({
    ...endpointQuery('getToday'),
    enabled: isLender(role),
    refetchOnMount: 'always',
  })
  const desk = useQuery({
    ...endpointQuery('getAdminToday'),
    enabled: role === 'admin',
    refetchOnMount: 'always',
  })
  if (own.isLoading || desk.isLoading) return undefined
  return {
    isAwaited: (notification) =>
      role === 'admin'
        ? awaitsAdministrator(notification, desk.data)
        : awaitsLender(notification, own.data),
    unlisted: (listed) => unlistedDecisions(listed, own.data),
  }
}
