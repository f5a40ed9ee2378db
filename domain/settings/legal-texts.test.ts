import { describe, expect, it } from 'vitest'
import { fillLegalText, parseLegalText, versionNumber } from './legal-texts.ts'

describe('a legal text', () => {
  it('is sections by headings, and paragraphs by blank lines', () => {
    const text = '# About\nOne line\ngoes on.\n\nAnother.\r\n\r\n#  Accounts\n\nYours.\n# Last'
    expect(parseLegalText(text)).toEqual([
      { title: 'About', paragraphs: ['One line goes on.', 'Another.'] },
      { title: 'Accounts', paragraphs: ['Yours.'] },
      { title: 'Last', paragraphs: [] },
    ])
  })

  it('may do without headings, or begin before the first', () => {
    expect(parseLegalText('Only this.')).toEqual([{ title: null, paragraphs: ['Only this.'] }])
    expect(parseLegalText('First.\n# Then\nMore.')).toEqual([
      { title: null, paragraphs: ['First.'] },
      { title: 'Then', paragraphs: ['More.'] },
    ])
    expect(parseLegalText(' \n\n')).toEqual([])
  })

  it("names the company's details, whatever they contain", () => {
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
  ])('of version %j has a number', (version, number) => {
    expect(versionNumber(version)).toBe(number)
  })
})
