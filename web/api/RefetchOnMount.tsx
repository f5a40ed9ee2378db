import { useQuery, type UseQueryOptions } from '@tanstack/react-query'

/** Refetches a query on mount. With a `key`, refetches it whenever the key changes. */
export function RefetchOnMount({ query }: { query: UseQueryOptions }) {
  useQuery({ ...query, refetchOnMount: 'always' })
  return null
}
