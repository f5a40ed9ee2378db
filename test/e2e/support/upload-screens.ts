import { pdfFile } from '#test/support/sample-files.ts'
import sharp from 'sharp'
import { expect, type Desk, type Page } from './desk.ts'
import { choose, openTab, openUpload, uploadAndWait } from './uploads.ts'

const termSheet = { name: 'Term Sheet.pdf', mimeType: 'application/pdf', buffer: pdfFile() }

export const uploadScreens = {
  'admin-documents': {
    title: 'Documents',
    who: 'admin',
    async open(page: Page, desk: Desk) {
      await openTab(page, desk, 'document')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
    },
  },
  'admin-photos': {
    title: 'Photos',
    who: 'admin',
    async open(page: Page, desk: Desk) {
      await openTab(page, desk, 'photo')
      await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
    },
  },
  'upload-document': {
    title: 'Upload a document',
    who: 'admin',
    isOverlay: true,
    async open(page: Page, desk: Desk) {
      const dialog = await openUpload(page, desk, 'document')
      await choose(dialog, termSheet)
      await expect(dialog.getByRole('button', { name: 'Upload 1 file' })).toBeVisible()
    },
  },
  'upload-refused': {
    title: 'Upload a document, refused',
    who: 'admin',
    isOverlay: true,
    async open(page: Page, desk: Desk) {
      const json = { message: 'This upload has expired. Retry it with a new upload address.' }
      await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 403, json }))
      const dialog = await openUpload(page, desk, 'document')
      await choose(dialog, termSheet)
      await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
      await expect(dialog.getByText('Upload failed')).toBeVisible()
    },
  },
  'upload-photo': {
    title: 'Upload a photo, uploaded',
    who: 'admin',
    isOverlay: true,
    async open(page: Page, desk: Desk) {
      const dialog = await openUpload(page, desk, 'photo')
      const buffer = await sharp('public/art/property-office.svg').webp().toBuffer()
      await uploadAndWait(dialog, { name: 'Street Front.webp', mimeType: 'image/webp', buffer })
    },
  },
} as const
