import { useQuery, type UseQueryOptions } from '@tanstack/react-query'

/** Refetches a query whenever it mounts; with a key, each time the key changes. */
export function RefetchOnMount({ query }: { query: UseQueryOptions }) {
  useQuery({ ...query, refetchOnMount: 'always' })
  return null
}
