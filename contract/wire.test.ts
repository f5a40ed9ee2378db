import { security, spec } from '#test/support/requirements.ts'
import * as fc from 'fast-check'
import type * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import {
  flagOr,
  inputFlag,
  id,
  optionalMoney,
  optionalPercent,
  optionalText,
  requiredMoney,
  text,
  toFlag,
} from './wire.ts'

function outcome(schema: z.ZodMiniType, given: unknown): unknown {
  const result = schema.safeParse(given)
  return result.success ? { value: result.data } : result.error.issues[0]?.message
}

const amount = requiredMoney({
  name: 'Amount',
  required: 'Amount is required',
  notPositive: 'Amount must be a positive number',
})
const reserve = optionalMoney({
  name: 'Interest reserve',
  notPositive: 'Interest reserve must be a positive number',
  allowZero: true,
})
const asIs = optionalMoney({
  name: 'As-Is Value',
  notPositive: 'As-Is Value must be a positive number',
})
const ltv = optionalPercent({
  name: 'LTV',
  notPositive: 'LTV must be a positive number',
  allowZero: true,
})

describe('a required amount', () => {
  it('parses an amount from a string and formats the amount with two decimal places', () => {
    expect(outcome(amount, '2500000')).toEqual({ value: '2500000.00' })
    expect(outcome(amount, ' 0.01 ')).toEqual({ value: '0.01' })
    expect(outcome(amount, '9999999999999.99')).toEqual({ value: '9999999999999.99' })
  })

  it.each([undefined, null, '', '   '])('reports %j as a missing amount', (given) => {
    expect(outcome(amount, given)).toBe('Amount is required')
  })

  it.each(['0', '0.00', '-1', '-0.01', 'abc', 'NaN', '1e400', '1e2', '$5', 'Infinity'])(
    "rejects an amount that isn't a positive number: %j",
    (given) => {
      expect(outcome(amount, given)).toBe('Amount must be a positive number')
    },
  )

  it.each(['10000000000000', '1.005', '9'.repeat(300), '5.', '+5'])(
    'rejects an amount above the maximum or with more than two decimal places: %s',
    (given) => {
      security('1.4.2')
      expect(outcome(amount, given)).toBe(
        'Amount must be up to 9999999999999.99, with at most two decimals',
      )
    },
  )

  it('quickly rejects an amount of a million digits followed by a letter', () => {
    expect(outcome(amount, `${'1'.repeat(1_000_000)}x`)).toBe('Amount must be a positive number')
  })

  it.each([5, true, [], {}, ['5']])("rejects an amount that isn't a JSON string: %j", (given) => {
    expect(outcome(amount, given)).toBe('Must be a decimal number as a text')
  })
})

describe('an optional number', () => {
  it('parses a missing or blank number as null', () => {
    for (const given of [undefined, null, '', ' \n '])
      expect(outcome(reserve, given)).toEqual({ value: null })
  })

  it('accepts zero only in fields where zero is meaningful', () => {
    spec('5.5.10')
    expect(outcome(reserve, '0')).toEqual({ value: '0.00' })
    expect(outcome(ltv, '0')).toEqual({ value: '0.00' })
    expect(outcome(asIs, '0')).toBe('As-Is Value must be a positive number')
    expect(outcome(reserve, '-0.01')).toBe('Interest reserve must be a positive number')
    expect(outcome(ltv, '-1')).toBe('LTV must be a positive number')
  })

  it('limits an optional number to the range of its database column', () => {
    expect(outcome(ltv, '999.99')).toEqual({ value: '999.99' })
    expect(outcome(ltv, '1000')).toBe('LTV must be up to 999.99, with at most two decimals')
  })
})

describe('a text field', () => {
  const title = text(10, 'Loan title is required')
  const note = optionalText(10)

  it('trims a text field and treats a blank value as missing', () => {
    expect(outcome(title, '  Pier 4 ')).toEqual({ value: 'Pier 4' })
    for (const given of ['', '  \t', '\u200B\u2060 \u00AD', '\u3164\u2800', undefined, null, 7, {}])
      expect(outcome(title, given)).toBe('Loan title is required')
    const family = '\u{1F468}\u200D\u{1F469}'
    expect(outcome(title, family)).toEqual({ value: family })
    expect(outcome(note, ' ')).toEqual({ value: null })
    expect(outcome(note, undefined)).toEqual({ value: null })
    expect(outcome(note, null)).toEqual({ value: null })
    expect(outcome(note, 7)).toBe('Must be text')
  })

  it('reports missing text as "Required" unless the form has a more specific message', () => {
    spec('5.2.7')
    expect(outcome(text(10), ' ')).toBe('Required')
  })

  it('limits a trimmed text field to the length of its database column', () => {
    spec('5.2.7')
    expect(outcome(title, ` ${'x'.repeat(10)} `)).toEqual({ value: 'x'.repeat(10) })
    expect(outcome(title, 'x'.repeat(11))).toBe('Must be at most 10 characters')
    expect(outcome(note, 'x'.repeat(11))).toBe('Must be at most 10 characters')
  })

  it("rejects text that contains NUL, which PostgreSQL can't store", () => {
    expect(outcome(title, 'a\0b')).toBe('Must not contain NUL characters')
    expect(outcome(note, 'a\0b')).toBe('Must not contain NUL characters')
  })

  it("rejects text with an unpaired surrogate, which PostgreSQL can't store in JSON", () => {
    for (const half of ['\ud83c', '\udfd7']) {
      expect(outcome(title, `a${half}b`)).toBe('Must be valid Unicode text')
      expect(outcome(note, `a${half}b`)).toBe('Must be valid Unicode text')
    }
    expect(outcome(title, '\ud83c\udfd7')).toEqual({ value: '🏗' })
  })

  it('accepts text that PostgreSQL can store', () => {
    for (const given of ['🏗️ Süd', 'مكتب', "'; --", '<b>', '\\u0000'])
      expect(outcome(title, given)).toEqual({ value: given })
  })
})

describe('an id in a request body', () => {
  it('accepts a UUID in either letter case and converts it to lowercase', () => {
    fc.assert(
      fc.property(fc.uuid(), (given) => {
        expect(outcome(id, given)).toEqual({ value: given })
        expect(outcome(id, given.toUpperCase())).toEqual({ value: given })
      }),
    )
  })

  it.each([
    '',
    'x',
    '123',
    "' or 1=1",
    '00000000-0000-0000-0000-00000000000',
    '00000000-0000-0000-0000-000000000000 ',
    '{00000000-0000-0000-0000-000000000000}',
    null,
    5,
    ['00000000-0000-0000-0000-000000000000'],
  ])('rejects %j as an id', (given) => {
    expect(outcome(id, given)).toBe("This isn't a valid id")
  })
})

describe('a flag', () => {
  it('writes a flag as a string', () => {
    spec('3.2')
    expect([toFlag(true), toFlag(false)]).toEqual(['true', 'false'])
  })

  it('parses a flag as a boolean', () => {
    expect(outcome(inputFlag, 'true')).toEqual({ value: true })
    expect(outcome(inputFlag, 'false')).toEqual({ value: false })
    expect(outcome(flagOr('true'), undefined)).toEqual({ value: true })
    expect(outcome(flagOr('true'), 'false')).toEqual({ value: false })
  })

  it.each([true, false, 'TRUE', 'yes', '', 1, null])('rejects %j as a flag', (given) => {
    expect(outcome(inputFlag, given)).toBe("Must be 'true' or 'false'")
    expect(outcome(flagOr('false'), given)).toBe("Must be 'true' or 'false'")
  })
})
