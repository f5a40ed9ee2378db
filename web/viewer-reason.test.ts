import { expect, it } from 'vitest'
import { describeReason } from './viewer-reason.ts'

it('names at most three people who can commit for a viewer', () => {
  const reasonWith = (...names: string[]) => describeReason('Alder Bank', names)
  expect(reasonWith()).toBe('You can read for Alder Bank; nobody in it can commit now.')
  expect(reasonWith('Jane Roe')).toBe('You can read for Alder Bank; ask Jane Roe to commit.')
  expect(reasonWith('Jane Roe', 'Sam Lee')).toContain('ask Jane Roe or Sam Lee to commit')
  expect(reasonWith('A', 'B', 'C')).toContain('ask A, B or C to')
  expect(reasonWith('A', 'B', 'C', 'D')).toContain('ask A, B, C or others to')
})
