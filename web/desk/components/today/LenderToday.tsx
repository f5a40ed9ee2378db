import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLenderKinds } from './lender-kinds.tsx'
import { TodayCard } from './TodayCard.tsx'

/** What awaits a lender. */
export function LenderToday() {
  const title = useRef<HTMLHeadingElement>(null)
  // A visit of a loan changes it, and is no change that anybody is told of.
  const query = useQuery({ ...endpointQuery('getToday'), refetchOnMount: 'always' })
  const { kinds, dialog } = useLenderKinds(query.data, query.refetch)
  return <TodayCard title={title} {...query} kinds={kinds} dialog={dialog} />
}
