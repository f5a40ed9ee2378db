import { expect, test } from 'vitest'
import { endedReason, obstacleToEnd } from './entry-act-parts.tsx'

const [soft, binding] = [
  { status: 'active', isSoftCommit: 'true' },
  { status: 'active', isSoftCommit: 'false' },
] as const
const open = { status: 'open' } as const

test('an indication that ended, or is binding already, says so', () => {
  expect(endedReason(soft)).toBeNull()
  expect(endedReason({ ...soft, status: 'withdrawn' })).toBe('This commitment was ended meanwhile.')
  expect(endedReason(binding)).toBe('This indication is binding already.')
})

test('what can no longer be withdrawn or released says why', () => {
  expect(obstacleToEnd('withdraw', soft, open)).toBeNull()
  expect(obstacleToEnd('withdraw', binding, open)).toBe('This indication is binding already.')
  expect(obstacleToEnd('release', binding, open)).toBeNull()
  for (const [act, entry] of [
    ['withdraw', soft],
    ['release', binding],
  ] as const) {
    expect(obstacleToEnd(act, { ...entry, status: 'released' }, open)).toBe(
      'This commitment was ended meanwhile.',
    )
    expect(obstacleToEnd(act, entry, { status: 'funded' })).toBe('This loan is fully funded.')
  }
})
