/** The PDF library must also read files created by other programs. */
import { readFile } from 'node:fs/promises'
import { PDFArray, PDFDocument, PDFRawStream, PDFStream, decodePDFRawStream } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'

function drawingOf(document: PDFDocument): string {
  const contents = document.getPage(0).node.Contents()
  const first = contents instanceof PDFArray ? contents.lookup(0, PDFStream) : contents
  if (!(first instanceof PDFRawStream)) throw new Error('The page draws nothing')
  return Buffer.from(decodePDFRawStream(first).decode()).toString('latin1')
}

// This appraisal can be read by anyone but changed only by its owner (`qpdf --encrypt "" owner 256 --modify=none --`).
it('reads a PDF that is protected against editing', async () => {
  const bytes = await readFile(new URL('../../test/support/owner-locked.pdf', import.meta.url))
  await expect(PDFDocument.load(bytes)).rejects.toThrow('is encrypted')
  const document = await PDFDocument.load(bytes, { password: '' })
  const drawn = Buffer.from('Appraised at $1,000,000').toString('hex')
  expect(drawingOf(document).toLowerCase()).toContain(drawn)
  const copy = await PDFDocument.create()
  for (const page of await copy.copyPages(document, [0])) copy.addPage(page)
  expect(drawingOf(await PDFDocument.load(await copy.save())).toLowerCase()).toContain(drawn)
})
