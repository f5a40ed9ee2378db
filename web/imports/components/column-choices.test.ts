import { expect, test } from 'vitest'
import { choicesOf, keepChoices, noChoices } from './column-choices.ts'

const columns = (...headers: [header: string, field: string | null][]) =>
  headers.map(([header, field]) => ({ header, field }))

const first = columns(['Title', 'title'], ['Size of it', null], ['Notes', 'purpose'])
const choices = choicesOf(first, ['title', 'amount', null])

test('a corrected file keeps the fields of the columns of the same names, wherever they are', () => {
  const corrected = columns(['Notes', 'purpose'], ['Title', 'title'], ['Size of it', null])
  expect(keepChoices(corrected, choices)).toEqual([null, 'title', 'amount'])
})

test('new columns get what their headers suggest, unless it was chosen for another one', () => {
  const renamed = columns(['Title', 'title'], ['Amount', 'amount'], ['Rate', 'interestRate'])
  expect(keepChoices(renamed, choices)).toBeNull()
  const both = columns(['Size of it', null], ['Amount', 'amount'], ['Rate', 'interestRate'])
  expect(keepChoices(both, choices)).toEqual(['amount', null, 'interestRate'])
})

test('there is nothing to keep without choices, or where headers are missing or the same', () => {
  expect(keepChoices(first, noChoices)).toBeNull()
  const twice = columns(['Size', null], ['Size', null], ['', null])
  expect(choicesOf(twice, ['amount', 'title', 'purpose'])).toEqual(noChoices)
  const once = choicesOf(columns(['Size', null]), ['amount'])
  expect(keepChoices(twice, once)).toBeNull()
})
