import { expect, it } from 'vitest'
import { documentTypes } from '#domain/documents/files.ts'
import { canShow } from './can-show.ts'

it('shows pictures that every browser supports, and PDFs where a viewer exists', () => {
  const shown = (pdfViewerEnabled: boolean) =>
    documentTypes.filter((type) => canShow(type, { pdfViewerEnabled }))
  const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']
  expect(shown(false)).toEqual(pictures)
  expect(shown(true)).toEqual(['application/pdf', ...pictures])
})
