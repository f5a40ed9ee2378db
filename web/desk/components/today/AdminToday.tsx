import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAdminKinds } from './admin-kinds.tsx'
import { TodayCard } from './TodayCard.tsx'

/** What awaits an administrator. */
export function AdminToday() {
  const title = useRef<HTMLHeadingElement>(null)
  const query = useQuery({ ...endpointQuery('getAdminToday'), refetchOnMount: 'always' })
  // The row that had the focus is gone.
  const keepFocus = () => document.activeElement === document.body && title.current?.focus()
  return <TodayCard title={title} {...query} kinds={useAdminKinds(query.data, keepFocus)} />
}
