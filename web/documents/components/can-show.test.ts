import { expect, it } from 'vitest'
import { documentTypes } from '#domain/documents/files.ts'
import { canShow } from './can-show.ts'

it('shows pictures that every browser draws, and PDFs where there is a viewer', () => {
  const shown = (pdfViewerEnabled: boolean) =>
    documentTypes.filter((type) => canShow(type, { pdfViewerEnabled }))
  const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']
  expect(shown(false)).toEqual(pictures)
  expect(shown(true)).toEqual(['application/pdf', ...pictures])
})
