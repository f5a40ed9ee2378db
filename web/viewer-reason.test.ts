import { expect, it } from 'vitest'
import { describeReason } from './viewer-reason.ts'

it('names at most three people who can commit for a viewer', () => {
  const reasonWith = (...names: string[]) => describeReason('Alder Bank', names)
  expect(reasonWith()).toBe('You have view access at Alder Bank. Nobody there can commit now.')
  expect(reasonWith('Jane Roe')).toBe('You have view access at Alder Bank. Jane Roe can commit.')
  expect(reasonWith('Jane Roe', 'Sam Lee')).toContain('Jane Roe or Sam Lee can commit')
  expect(reasonWith('A', 'B', 'C')).toContain('A, B or C can')
  expect(reasonWith('A', 'B', 'C', 'D')).toContain('A, B, C or others can')
})
