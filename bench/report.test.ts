import { expect, it } from 'vitest'
import type { Measured } from './figure.ts'
import { detailLines, figuresTable, fillIn, formatMeasured, notJudgedLines } from './report.ts'

const measured: Measured = {
  figure: { name: 'loan', title: 'one loan', sense: 'at least', must: 0.5, aim: 0.8 },
  value: { median: 0.6123, low: 0.5, high: 0.71 },
  details: { 'product, requests/s': 1234.5 },
}

it('prints a row for each figure, with its spread and verdict', () => {
  const [, , row] = figuresTable([measured]).split('\n')
  expect(row).toBe('| one loan | ≥ 0.5 | ≥ 0.8 | 0.61 (0.50–0.71) | met     |')
})

it('prints a single value without a spread, and small ones with more digits', () => {
  expect(
    formatMeasured({ ...measured, value: { median: 0.00123, low: 0.00123, high: 0.00123 } }),
  ).toBe('0.0012')
})

it('says why a figure is not judged', () => {
  expect(detailLines([{ ...measured, value: null, notJudged: 'no pgbench', details: {} }])).toBe(
    '- one loan: not judged: no pgbench',
  )
})

it('lists what is not judged', () => {
  const value = { median: 0.6, low: 0.1, high: 0.9 }
  expect(notJudgedLines([measured, { ...measured, value }])).toBe(
    'Not judged, so neither met nor missed:\n- one loan: the rounds contradict each other by a wide margin',
  )
  expect(notJudgedLines([measured])).toBeNull()
})

it('replaces what is between the marks of a document, and refuses one without them', () => {
  const document = 'before\n<!-- measured: start -->\nold\n<!-- measured: end -->\nafter'
  expect(fillIn(document, 'new')).toBe(
    'before\n<!-- measured: start -->\n\nnew\n\n<!-- measured: end -->\nafter',
  )
  expect(() => fillIn('nothing', 'new')).toThrow('lacks')
})
