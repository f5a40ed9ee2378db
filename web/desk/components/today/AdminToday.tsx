import { endpointQuery } from '#web/api/client.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { useQuery } from '@tanstack/react-query'
import { useAdminKinds } from './admin-kinds.tsx'
import { TodayCard } from './TodayCard.tsx'

/** What awaits an administrator. */
export function AdminToday() {
  const { title, keepFocus } = useKeptFocus()
  const query = useQuery({ ...endpointQuery('getAdminToday'), refetchOnMount: 'always' })
  return <TodayCard title={title} {...query} kinds={useAdminKinds(query.data, keepFocus)} />
}
