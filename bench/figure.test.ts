import { expect, it } from 'vitest'
import { verdictOf, type Figure } from './figure.ts'

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
