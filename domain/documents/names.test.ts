import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { nameBesideLoan, safeFileName, splitExtension, uniqueNames } from './names.ts'

test.each([
  ['Appraisal Summary - Millrace Row Mixed-Use.pdf', 'Appraisal Summary.pdf'],
  ['Millrace Row Mixed-Use – Rent Roll.xlsx', 'Rent Roll.xlsx'],
  ['millrace row mixed-use_Title.PDF', 'Title.PDF'],
  ['Appraisal (Millrace Row Mixed-Use.pdf', 'Appraisal.pdf'],
  ['Millrace Row Mixed-Use.pdf', 'Millrace Row Mixed-Use.pdf'],
  ['OldMillrace Row Mixed-Use.pdf', 'OldMillrace Row Mixed-Use.pdf'],
  ['Appraisal.pdf', 'Appraisal.pdf'],
  ['Appraisal', 'Appraisal'],
])('shortens a file name when its loan is already shown: %j to %j', (filename, shown) => {
  expect(nameBesideLoan(filename, 'Millrace Row Mixed-Use')).toBe(shown)
})

it('never shortens a file name to an empty string', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (filename, title) => {
      expect(nameBesideLoan(filename, title).length).toBeGreaterThan(0)
    }),
  )
})

describe('the name of a file in an archive', () => {
  test.each([
    ['../../etc/passwd', '', '_.._etc_passwd'],
    ['C:\\Windows\\a.pdf', 'application/pdf', 'C__Windows_a.pdf'],
    ['CON.pdf', 'application/pdf', '_CON.pdf'],
    ['Rent roll?.xlsx.', '', 'Rent roll_.xlsx'],
    ['\u202Efdp.exe', 'application/pdf', 'fdp.exe.pdf'],
    ['...', '', 'file'],
    ['', 'application/pdf', 'file.pdf'],
  ])('converts the file name %j with type %j to a safe archive name: %j', (name, type, safe) => {
    expect(safeFileName(name, type)).toBe(safe)
  })

  it('limits the length of archive names and removes paths and leading dots', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const safe = safeFileName(name, 'application/pdf')
        expect(safe).toMatch(/^[^/\\:*?"<>|]+\.pdf$/i)
        expect(Array.from(safe).length).toBeLessThanOrEqual(125)
        expect(safe).not.toMatch(/^\./)
      }),
    )
  })

  it('makes archive names unique regardless of letter case and keeps the first of several equal names unchanged', () => {
    expect(uniqueNames(['A.pdf', 'a.PDF', 'A.pdf', 'A (2).pdf', 'b'])).toEqual([
      'A.pdf',
      'a (2).PDF',
      'A (3).pdf',
      'A (2) (2).pdf',
      'b',
    ])
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'a.pdf', 'a (2).pdf', 'b')), (names) => {
        const unique = uniqueNames(names)
        expect(new Set(unique.map((name) => name.toLowerCase())).size).toBe(names.length)
        if (names[0] !== undefined) expect(unique[0]).toBe(names[0])
      }),
    )
  })
})

it.each([
  ['Rent Roll.v2.xlsx', 'Rent Roll.v2', '.xlsx'],
  ['Rent Roll', 'Rent Roll', ''],
  ['.pdf', '', '.pdf'],
  ['1. Summary of terms', '1. Summary of terms', ''],
])('splits %j into a stem and an extension', (name, stem, extension) => {
  expect(splitExtension(name)).toEqual({ stem, extension })
})
