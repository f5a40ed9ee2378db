import { expect, test } from 'vitest'
import { choicesOf, keepChoices, noChoices } from './column-choices.ts'

const columns = (...headers: [header: string, field: string | null][]) =>
  headers.map(([header, field]) => ({ header, field }))

const first = columns(['Title', 'title'], ['Size of it', null], ['Notes', 'purpose'])
const choices = choicesOf(first, ['title', 'amount', null])

test('keeps the assignment of columns when a corrected file has the same columns in another order', () => {
  const corrected = columns(['Notes', 'purpose'], ['Title', 'title'], ['Size of it', null])
  expect(keepChoices(corrected, choices)).toEqual([null, 'title', 'amount'])
})

test('suggests a field for a new import column based on its heading, unless another column already has that field', () => {
  const renamed = columns(['Title', 'title'], ['Amount', 'amount'], ['Rate', 'interestRate'])
  expect(keepChoices(renamed, choices)).toBeNull()
  const both = columns(['Size of it', null], ['Amount', 'amount'], ['Rate', 'interestRate'])
  expect(keepChoices(both, choices)).toEqual(['amount', null, 'interestRate'])
})

test('keeps no assignment of columns if none was chosen or if headings are missing or repeated', () => {
  expect(keepChoices(first, noChoices)).toBeNull()
  const twice = columns(['Size', null], ['Size', null], ['', null])
  expect(choicesOf(twice, ['amount', 'title', 'purpose'])).toEqual(noChoices)
  const once = choicesOf(columns(['Size', null]), ['amount'])
  expect(keepChoices(twice, once)).toBeNull()
})
