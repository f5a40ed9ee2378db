import { endpointQuery } from '#web/api/client.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useQuery } from '@tanstack/react-query'
import { adminKinds } from './admin-kinds.tsx'
import { TodayCard } from './TodayCard.tsx'

export function AdminToday() {
  const { title, keepFocus } = useKeptFocus()
  const query = useQuery({ ...endpointQuery('getAdminToday'), refetchOnMount: 'always' })
  return <TodayCard title={title} {...query} kinds={adminKinds(query.data, keepFocus)} />
}
