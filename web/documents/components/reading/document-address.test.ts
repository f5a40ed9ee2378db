import { describe, expect, it } from 'vitest'
import { askAbout, parsePage, printShownDocument, readShownDocument } from './document-address.ts'

describe('the URL of an open document', () => {
  it('restores the open document and its page from the URL, and keeps the rest of the query', () => {
    const query = printShownDocument('?to=8&page=1&document=5', { id: '7', page: 3 })
    expect(query).toBe('to=8&document=7&page=3')
    expect(readShownDocument(query)).toEqual({ id: '7', page: 3 })
    expect(printShownDocument(query, { id: '9', page: null })).toBe('to=8&document=9')
    expect(printShownDocument(query, null)).toBe('to=8')
  })

  it('ignores an invalid page, or a page without a document, in the URL', () => {
    for (const page of ['0', '-1', '1.5', '100000', 'x', ''])
      expect(readShownDocument(`document=7&page=${page}`)).toEqual({ id: '7', page: null })
    expect(readShownDocument('page=3')).toBeNull()
    expect(readShownDocument('document=')).toBeNull()
    expect(parsePage(' 12 ')).toBe(12)
  })

  it("starts a message with a document's name, without the extension, and the page", () => {
    expect(askAbout('Appraisal.pdf', 'p. 3')).toBe('Appraisal, p. 3: ')
    expect(askAbout('Rent Roll v1.2.xlsx', null)).toBe('Rent Roll v1.2: ')
  })
})
