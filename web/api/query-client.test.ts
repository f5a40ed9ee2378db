import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('keeps cached data until it is invalidated, without reloading, polling, or retrying', () => {
  spec('7.6')
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toEqual({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toEqual({ retry: false })
})
