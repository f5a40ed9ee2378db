/** The documents and photos of a sample loan: their rows, and functions that make their bytes. */
import type { documents, photos } from '#server/database/schema/documents.ts'
import sharp from 'sharp'
import { appraisal } from './papers/appraisal.ts'
import { environmental } from './papers/environmental.ts'
import { termSheet } from './papers/term-sheet.ts'
import { rentRoll, sourcesAndUses } from './papers/workbooks.ts'
import type { Paper, SampleLoan, SamplePhoto } from './sample-loan.ts'
import { drawScene } from './scenes/scene.ts'
import { documentId, loanId, photoId } from './sample-ids.ts'
import { stableSeed } from './stable-id.ts'

export interface PortfolioFile {
  /** Its path in the file store. */
  path: string
  make: () => Promise<Uint8Array>
}

const pdf = { type: 'application/pdf', extension: 'pdf' } as const
const spreadsheet = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
} as const

interface PaperKind {
  name: string
  format: typeof pdf | typeof spreadsheet
  /** Hours after the loan was listed. */
  afterHours: number
  make: (loan: SampleLoan, date: Date) => Promise<Uint8Array>
}

const paperKinds: Record<Paper, PaperKind> = {
  termSheet: { name: 'Summary of Terms', format: pdf, afterHours: 1, make: termSheet },
  appraisal: { name: 'Appraisal Summary', format: pdf, afterHours: 2, make: appraisal },
  sourcesAndUses: {
    name: 'Sources and Uses',
    format: spreadsheet,
    afterHours: 2,
    make: sourcesAndUses,
  },
  rentRoll: {
    name: 'Rent Roll and Income',
    format: spreadsheet,
    afterHours: 3,
    make: (loan, date) => {
      const { tenancy } = loan
      if (!tenancy) throw new Error(`${loan.title} has a rent roll but no tenancy`)
      return rentRoll({ ...loan, tenancy }, date)
    },
  },
  environmental: {
    name: 'Phase I Environmental Summary',
    format: pdf,
    afterHours: 29,
    make: environmental,
  },
}

export function paperRows(
  loan: SampleLoan,
  listedAt: Date,
): { row: typeof documents.$inferInsert; file: PortfolioFile }[] {
  return loan.papers.map((paper) => {
    const { name, format, afterHours, make } = paperKinds[paper]
    const uploadedAt = hoursAfter(listedAt, afterHours)
    const id = documentId(loan.key, paper)
    const path = filePath(loan, id, format.extension)
    return {
      row: {
        id,
        loanId: loanId(loan.key),
        filename: `${name} - ${loan.title}.${format.extension}`,
        fileType: format.type,
        fileUrl: path,
        uploadedAt,
      },
      file: { path, make: () => make(loan, uploadedAt) },
    }
  })
}

export function photoRows(
  loan: SampleLoan,
  listedAt: Date,
): { row: typeof photos.$inferInsert; file: PortfolioFile }[] {
  return loan.photos.map((photo, index) => {
    const id = photoId(loan.key, index)
    const path = filePath(loan, id, 'webp')
    return {
      row: {
        id,
        loanId: loanId(loan.key),
        filename: `${loan.key}-${index + 1}.webp`,
        fileUrl: path,
        contentType: 'image/webp',
        caption: photo.caption,
        isCover: index === 0 && photo.isCover !== false,
        uploadedAt: new Date(hoursAfter(listedAt, 0.5).getTime() + index * 60_000),
      },
      file: { path, make: () => paint(photo, stableSeed(loan.key, String(index))) },
    }
  })
}

const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * 3_600_000)

/** In a folder per loan, like uploads. */
const filePath = (loan: SampleLoan, id: string, extension: string) =>
  `loans/${loanId(loan.key)}/${id}.${extension}`

/** Effort 2 halves the default's time for a tenth more bytes. */
const paint = (photo: SamplePhoto, seed: number): Promise<Uint8Array> =>
  sharp(Buffer.from(drawScene(photo.scene, photo.lighting, seed)))
    .webp({ quality: 84, effort: 2 })
    .toBuffer()
