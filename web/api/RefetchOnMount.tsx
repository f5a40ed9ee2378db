import { useQuery, type UseQueryOptions } from '@tanstack/react-query'

/** Reads a query again whenever it appears; given a key, on each arrival at what the key names. */
export function RefetchOnMount({ query }: { query: UseQueryOptions }) {
  useQuery({ ...query, refetchOnMount: 'always' })
  return null
}
