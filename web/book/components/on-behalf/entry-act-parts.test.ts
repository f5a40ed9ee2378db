import { expect, test } from 'vitest'
import { endedReason, obstacleToEnd } from './entry-act-parts.tsx'

const [soft, binding] = [
  { status: 'active', isSoftCommit: 'true' },
  { status: 'active', isSoftCommit: 'false' },
] as const

test('explains that a soft commitment has ended or is already binding', () => {
  expect(endedReason(soft)).toBeNull()
  expect(endedReason({ ...soft, status: 'withdrawn' })).toBe('This commitment has already ended.')
  expect(endedReason(binding)).toBe('This indication is binding already.')
})

test('explains why a commitment can no longer be withdrawn or released', () => {
  expect(obstacleToEnd('withdraw', { ...soft, can: ['withdraw'] })).toBeNull()
  expect(obstacleToEnd('withdraw', { ...binding, can: ['release'] })).toBe(
    'This indication is binding already.',
  )
  expect(obstacleToEnd('release', { ...binding, can: ['release'] })).toBeNull()
  for (const [act, entry] of [
    ['withdraw', soft],
    ['release', binding],
  ] as const) {
    expect(obstacleToEnd(act, { ...entry, status: 'released', can: [] })).toBe(
      'This commitment has already ended.',
    )
    expect(obstacleToEnd(act, { ...entry, can: [] })).toBe('This loan is fully funded.')
  }
})
