import { pdfTexts } from '#test/support/pdf-texts.ts'
import { expect, it } from 'vitest'
import { LetterPaper, type TextStyle } from './letter-paper.ts'

const style: TextStyle = { size: 8 }
const beginPaper = (texts: string) =>
  LetterPaper.begin({ title: 'Test', created: new Date(0), texts })

it('shortens a long name in the middle so that names with different endings stay distinct', async () => {
  const paper = await beginPaper('')
  const name = 'Riverside Logistics and Distribution Center Phase'
  const [one, two] = [`${name} I`, `${name} II`].map((text) => paper.oneLine(text, 164, style))
  expect([one, two]).toEqual([
    'Riverside Logistics an…bution Center Phase I',
    'Riverside Logistics an…ution Center Phase II',
  ])
  expect(paper.oneLine('Quay 9', 164, style)).toBe('Quay 9')
})

it('reports whether characters were replaced in a PDF, even in a shortened line', async () => {
  const paper = await beginPaper('')
  paper.oneLine('Quay', 164, style)
  expect(paper.lacksLetters).toBe(false)
  paper.row([{ ...style, text: paper.oneLine('Quay \u{10300}', 164, style) }], 12)
  expect(paper.lacksLetters).toBe(true)
  const bytes = await paper.finish()
  expect((await pdfTexts(bytes)).flat()).toEqual(['Quay ?'])
})
