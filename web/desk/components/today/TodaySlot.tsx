import { adminKinds } from './admin-kinds.tsx'
import { TodayCard } from './TodayCard.tsx'
import { useLenderKinds } from './lender-kinds.tsx'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

/** The open tasks. The card reserves space for three rows, to avoid layout shift. */
export function TodaySlot() {
  const { role, mustSetUp } = useSession()
  if (role === 'pending' || mustSetUp) return null
  return (
    <Card as="section" aria-labelledby="today" className={cx('flex flex-col', room)}>
      {role === 'admin' ? <AdminToday /> : <LenderToday />}
    </Card>
  )
}

/** Borders, a 52 px header and three rows of 56 px. On phones, a 60 px header and rows of 84 px. */
const room = 'min-h-[13.875rem] max-sm:min-h-[19.625rem]'

function AdminToday() {
  const { title, keepFocus } = useKeptFocus()
  const query = useQuery({ ...endpointQuery('getAdminToday'), refetchOnMount: 'always' })
  return <TodayCard title={title} {...query} kinds={adminKinds(query.data, keepFocus)} />
}

function LenderToday() {
  const title = useRef<HTMLHeadingElement>(null)
  // Refetch, because visiting a loan changes the result without a change event.
  const query = useQuery({ ...endpointQuery('getToday'), refetchOnMount: 'always' })
  const { kinds, dialog } = useLenderKinds(query.data, query.refetch)
  return <TodayCard title={title} {...query} kinds={kinds} dialog={dialog} />
}
