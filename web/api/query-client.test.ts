import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('what was fetched stays as it is: not stale, not refetched, not polled, not tried again', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toEqual({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toEqual({ retry: false })
})
