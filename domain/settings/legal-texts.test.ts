import { describe, expect, it } from 'vitest'
import {
  builtInVersion,
  fillLegalText,
  knownVersion,
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
    ['2026-11-23', 0],
    [null, 0],
    ['', 0],
  ])('parses %j as a version number', (version, number) => {
    expect(versionNumber(version)).toBe(number)
  })

  it.each([
    ['7', 7],
    [builtInVersion, 0],
    ['2025-01-31', null],
    [null, null],
    ['', null],
  ])('maps the accepted version %j to the version number %j', (version, number) => {
    expect(knownVersion(version)).toBe(number)
  })
})
