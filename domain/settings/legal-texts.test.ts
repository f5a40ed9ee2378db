import { describe, expect, it } from 'vitest'
import {
  acceptedVersionOf,
  builtInVersion,
  fillLegalText,
  isBuiltInKnown,
  parseLegalText,
  versionNumber,
} from './legal-texts.ts'

describe('legal documents', () => {
  it('splits a legal document into sections at headings and into paragraphs at blank lines', () => {
    const text = '# About\nOne line\ngoes on.\n\nAnother.\r\n\r\n#  Accounts\n\nYours.\n# Last'
    expect(parseLegalText(text)).toEqual([
      { title: 'About', paragraphs: ['One line goes on.', 'Another.'] },
      { title: 'Accounts', paragraphs: ['Yours.'] },
      { title: 'Last', paragraphs: [] },
    ])
  })

  it('accepts a legal document without headings or with text before the first heading', () => {
    expect(parseLegalText('Only this.')).toEqual([{ title: null, paragraphs: ['Only this.'] }])
    expect(parseLegalText('First.\n# Then\nMore.')).toEqual([
      { title: null, paragraphs: ['First.'] },
      { title: 'Then', paragraphs: ['More.'] },
    ])
    expect(parseLegalText(' \n\n')).toEqual([])
  })

  it("inserts the company's details into a legal document, whatever characters they contain", () => {
    const company = { name: 'A $& B', address: '1 Quay', email: 'a@b.example', phone: '5' }
    expect(fillLegalText('{company}, {address}, {email}, {phone}, {other}', company)).toBe(
      'A $& B, 1 Quay, a@b.example, 5, {other}',
    )
  })

  it.each([
    ['7', 7],
    ['7+2026-11-23', 7],
    ['2026-11-23', 0],
    [null, 0],
    ['', 0],
  ])('parses %j as a version number', (version, number) => {
    expect(versionNumber(version)).toBe(number)
  })

  it.each([
    [builtInVersion, true],
    [`7+${builtInVersion}`, true],
    ['7', false],
    ['2025-01-31', false],
    ['7+2025-01-31', false],
    [null, false],
  ])('knows the built-in documents of the accepted version %j: %j', (version, isKnown) => {
    expect(isBuiltInKnown(version)).toBe(isKnown)
  })

  it('names the built-in document in a version that is part built-in and part published', () => {
    expect(acceptedVersionOf({ terms: 0, privacy: 0 })).toBe(builtInVersion)
    expect(acceptedVersionOf({ terms: 0, privacy: 2 })).toBe(`2+${builtInVersion}`)
    expect(acceptedVersionOf({ terms: 3, privacy: 2 })).toBe('3')
  })
})
