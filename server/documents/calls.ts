import type { documentCalls } from '#contract/documents/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { cutPage } from '#server/http/paging.ts'
import { findFullLoan } from '#server/loans/read-loans.ts'
import { changePhoto, deleteFile, regroupDocument } from './change-files.ts'
import { sendAllDocuments, sendCover, sendFile } from './send.ts'
import { listNewestFiles, listDocuments, photosOf, toDocument, toPhoto } from './read-documents.ts'
import { readReadings } from './readings.ts'
import { registerDocument, registerPhoto } from './register.ts'
import { showSheet } from './sheets/show-sheet.ts'
import { sendSummary } from './summary.ts'
import { offerUpload, receiveUpload } from './uploads.ts'

export const documentHandlers: Pick<Handlers, keyof typeof documentCalls> = {
  async listLoanDocuments(context, { path: { loanId } }) {
    return listDocuments(context, await findFullLoan(context, loanId))
  },

  async listLoanPhotos(context, { path: { loanId } }) {
    await findFullLoan(context, loanId)
    return (await photosOf(context.db, loanId)).map(toPhoto)
  },

  async listLoansWithFiles({ db, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const rows = await listNewestFiles(db, filters, limit + 1)
    const page = cutPage(reply, rows, { call: 'listLoansWithFiles', filters, limit })
    return page.map(({ createdAt, id: _id, loanId, ...loan }) => ({
      ...loan,
      id: loanId,
      newestAt: createdAt,
    }))
  },

  getDocumentSheet: (context, { path: { id }, query: { sheet } }) => showSheet(context, id, sheet),
  getReadings: ({ db }, { path: { id } }) => readReadings(db, id),
  getObject: (context, { path: { '*': path }, query: { w } }) => sendFile(context, path, w),
  getLoanCover: (context, { path: { id }, query: { w } }) => sendCover(context, id, w),
  exportLoanSummary: (context, { path: { id } }) => sendSummary(context, id),
  downloadDocuments: (context, { path: { id } }) => sendAllDocuments(context, id),

  createDocumentUpload: (context, { body }) => offerUpload(context, 'document', body),
  createPhotoUpload: (context, { body }) => offerUpload(context, 'photo', body),

  async receiveUpload(context, { path: { '*': path }, query: { token } }) {
    await receiveUpload(context, path, token)
    return null
  },

  async createDocument(context, { body }) {
    const { row, title } = await registerDocument(context, body)
    return toDocument(context.store, row, title)
  },

  async createPhoto(context, { body }) {
    return toPhoto(await registerPhoto(context, body))
  },

  async updateDocument(context, { path: { id }, body: { group } }) {
    const { row, title } = await regroupDocument(context, id, group)
    return toDocument(context.store, row, title)
  },

  async updatePhoto(context, { path: { id }, body }) {
    return toPhoto(await changePhoto(context, id, body))
  },

  async deleteDocument(context, { path: { id } }) {
    await deleteFile(context, 'document', id)
    return null
  },

  async deletePhoto(context, { path: { id } }) {
    await deleteFile(context, 'photo', id)
    return null
  },
}
