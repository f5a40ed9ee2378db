import { useQuery, type UseQueryOptions } from '@tanstack/react-query'

/** Loads a query again on mount. With a `key`, it is loaded again whenever the key changes. */
export function RefetchOnMount({ query }: { query: UseQueryOptions }) {
  useQuery({ ...query, refetchOnMount: 'always' })
  return null
}
