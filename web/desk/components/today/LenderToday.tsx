import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLenderKinds } from './lender-kinds.tsx'
import { TodayCard } from './TodayCard.tsx'

export function LenderToday() {
  const title = useRef<HTMLHeadingElement>(null)
  // Refetch: visiting a loan changes the result but sends no change event.
  const query = useQuery({ ...endpointQuery('getToday'), refetchOnMount: 'always' })
  const { kinds, dialog } = useLenderKinds(query.data, query.refetch)
  return <TodayCard title={title} {...query} kinds={kinds} dialog={dialog} />
}
