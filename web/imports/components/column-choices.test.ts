import type { Unit } from '#domain/imports/units.ts'
import { expect, test } from 'vitest'
import {
  chooseColumn,
  choicesOf,
  keepChoices,
  noChoices,
  type ColumnChoice,
} from './column-choices.ts'

const columns = (...headers: [header: string, field: string | null][]) =>
  headers.map(([header, field]) => ({ header, field }))
const chosen = (...fields: (string | null)[]): ColumnChoice[] =>
  fields.map((field) => ({ field, unit: null }))
const inUnit = (field: string, unit: Unit): ColumnChoice => ({ field, unit })

const first = columns(['Title', 'title'], ['Size of it', null], ['Notes', 'purpose'])
const choices = choicesOf(first, chosen('title', 'amount', null))

test('keeps the column mapping when a corrected file has the same columns in another order', () => {
  const corrected = columns(['Notes', 'purpose'], ['Title', 'title'], ['Size of it', null])
  expect(keepChoices(corrected, choices)).toEqual(chosen(null, 'title', 'amount'))
})

test('suggests a field for a new import column based on its heading, unless another column already has that field', () => {
  const renamed = columns(['Title', 'title'], ['Amount', 'amount'], ['Rate', 'interestRate'])
  expect(keepChoices(renamed, choices)).toBeNull()
  const both = columns(['Size of it', null], ['Amount', 'amount'], ['Rate', 'interestRate'])
  expect(keepChoices(both, choices)).toEqual(chosen('amount', null, 'interestRate'))
})

test('keeps no column mapping if none was chosen or if headings are missing or repeated', () => {
  expect(keepChoices(first, noChoices)).toBeNull()
  const twice = columns(['Size', null], ['Size', null], ['', null])
  expect(choicesOf(twice, chosen('amount', 'title', 'purpose'))).toEqual(noChoices)
  const once = choicesOf(columns(['Size', null]), chosen('amount'))
  expect(keepChoices(twice, once)).toBeNull()
})

test("keeps an import column's unit together with its field", () => {
  const rates = columns(['Title', 'title'], ['Rate', 'interestRate'])
  const answered = choicesOf(rates, [...chosen('title'), inUnit('interestRate', 'fraction')])
  expect(keepChoices(rates.toReversed(), answered)).toEqual([
    inUnit('interestRate', 'fraction'),
    ...chosen('title'),
  ])
})

test('resets the unit when a field is assigned to another import column', () => {
  const before = [inUnit('amount', 'thousands'), ...chosen(null)]
  expect(chooseColumn(before, 1, { field: 'amount', unit: null })).toEqual(chosen(null, 'amount'))
  expect(chooseColumn(before, 0, inUnit('amount', 'millions'))).toEqual([
    inUnit('amount', 'millions'),
    ...chosen(null),
  ])
})
