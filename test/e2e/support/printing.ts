import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Prints a page, and returns the orientation and text of each sheet of paper. */
export async function print(page: Page, format: 'Letter' | 'A4' = 'Letter') {
  const pdf = await page.pdf({ format, preferCSSPageSize: true })
  const texts = await textsOfPages(pdf)
  const sizes = (await PDFDocument.load(pdf)).getPages().map((each) => each.getSize())
  return sizes.map(({ width, height }, place) => ({
    isWide: width > height,
    text: texts[place] ?? '',
  }))
}

async function textsOfPages(pdf: Buffer) {
  // pdf.js takes ownership of the bytes.
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(linesOf(items.filter((item) => 'str' in item)))
  }
  await document.loadingTask.destroy()
  return texts
}

interface PlacedText {
  str: string
  /** A matrix whose last two numbers are the position, in points from the bottom left. */
  transform: number[]
  width: number
  height: number
}

/** Joins texts at the same height to lines, from top to bottom. */
function linesOf(items: PlacedText[]) {
  const lines: { y: number; items: (PlacedText & { x: number })[] }[] = []
  for (const item of items) {
    const [x = 0, y = 0] = item.transform.slice(4)
    const line = lines.find((each) => Math.abs(each.y - y) < 2)
    if (line) line.items.push({ ...item, x })
    else lines.push({ y, items: [{ ...item, x }] })
  }
  return lines
    .sort((a, b) => b.y - a.y)
    .map((line) => joined(line.items))
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** Separates texts with a visible gap between them by a space. */
function joined(items: (PlacedText & { x: number })[]) {
  let text = ''
  let end = Infinity
  for (const item of items.toSorted((a, b) => a.x - b.x)) {
    if (item.str === '') continue
    if (item.x - end > item.height / 6) text += ' '
    text += item.str
    end = item.x + item.width
  }
  return text.replace(/ +/g, ' ').trim()
}
