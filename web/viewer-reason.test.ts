import { expect, it } from 'vitest'
import { describeReason } from './viewer-reason.ts'

it('tells a viewer whom to ask, and names at most three people', () => {
  const reasonWith = (...names: string[]) => describeReason('Alder Bank', names)
  expect(reasonWith()).toBe(
    'You have view access at Alder Bank. Nobody in your firm can commit now. Ask the administrator.',
  )
  expect(reasonWith('Jane Roe')).toBe('You have view access at Alder Bank. Ask Jane Roe to commit.')
  expect(reasonWith('Jane Roe', 'Sam Lee')).toContain('Ask Jane Roe or Sam Lee to commit')
  expect(reasonWith('A', 'B', 'C')).toContain('Ask A, B or C to')
  expect(reasonWith('A', 'B', 'C', 'D')).toContain('Ask A, B, C or others to')
  expect(describeReason('Alder Bank', ['Jane Roe'], 'answer')).toContain('Ask Jane Roe to answer.')
})
