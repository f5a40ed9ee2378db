import { expect, it } from 'vitest'
import { verdictOf, whyNotJudged, type Figure, type Measured } from './figure.ts'

const figure: Figure = { name: 'x', title: 'x', sense: 'at least', must: 0.5, aim: 0.8 }
const verdict = (median: number) =>
  verdictOf({ figure, value: { median, low: median, high: median }, details: {} })

it('judges a ratio of which more is better', () => {
  expect([0.4, 0.5, 0.8].map((value) => verdict(value))).toEqual(['missed', 'met', 'aim met'])
})

it('judges a time of which less is better', () => {
  const times = { ...figure, sense: 'at most' as const, must: 4, aim: 1.5 }
  const judge = (median: number) =>
    verdictOf({ figure: times, value: { median, low: median, high: median }, details: {} })
  expect([5, 4, 1.5].map(judge)).toEqual(['missed', 'met', 'aim met'])
})

it('does not judge what could not be measured', () => {
  expect(verdictOf({ figure, value: null, notJudged: 'no pgbench', details: {} })).toBe(
    'not judged',
  )
  const value = { median: Number.NaN, low: 0, high: 0 }
  expect(verdictOf({ figure, value, details: {} })).toBe('not judged')
})

it('does not judge rounds that contradict each other by a wide margin', () => {
  const at = (low: number, high: number) =>
    verdictOf({ figure, value: { median: 0.45, low, high }, details: {} })
  expect(at(0.1, 0.9)).toBe('not judged')
  expect(at(0.4, 0.6)).toBe('missed')
  expect(at(0.1, 0.45)).toBe('missed')
})

it('looks at the rounds before it says that an aim is met', () => {
  const ratios = { ...figure, sense: 'at most' as const, must: 1.1, aim: 1 }
  const at = (low: number, high: number) =>
    verdictOf({ figure: ratios, value: { median: 0.98, low, high }, details: {} })
  expect(at(0.56, 1.82)).toBe('not judged')
  expect(at(0.36, 1.09)).toBe('met')
  expect(at(0.7, 1.82)).toBe('aim met')
  expect(at(0.2, 0.99)).toBe('aim met')
})

it('says why a figure is not judged', () => {
  const value = { median: 0.45, low: 0.1, high: 0.9 }
  const why = (given: Partial<Measured>) => whyNotJudged({ figure, value, details: {}, ...given })
  expect(why({})).toContain('contradict each other')
  expect(why({ value: null })).toContain('could not be measured')
  expect(why({ notJudged: 'no pgbench' })).toBe('no pgbench')
  expect(why({ value: { ...value, low: 0.4 } })).toBeNull()
})
