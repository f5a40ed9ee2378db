import type { DocumentType, UploadKind } from '#domain/documents/files.ts'
import { expect } from 'vitest'
import type { Person } from './builders.ts'
import type { Reply } from './caller.ts'
import type { Desk } from './desk.ts'

export interface FileBench {
  desk: Desk
  admin: Person
  lender: Person
  loanId: string
  fetchObject: (fileUrl: string, headers?: Record<string, string>) => Promise<Reply>
  registerDocument: (fileUrl: string, fileType?: DocumentType) => Promise<Reply>
  registerPhoto: (fileUrl: string) => Promise<Reply>
  register: (kind: UploadKind, fileUrl: string) => Promise<Reply>
  nothingIsLeft: (fileUrl: string) => Promise<void>
}

export async function openFileBench(desk: Desk): Promise<FileBench> {
  const admin = await desk.makeAdmin()
  const lender = await desk.makeLender()
  const { id: loanId } = await desk.makeLoan()
  const registerDocument: FileBench['registerDocument'] = (fileUrl, fileType = 'application/pdf') =>
    admin.send('createDocument', { body: { loanId, filename: 'Appraisal.pdf', fileType, fileUrl } })
  const registerPhoto: FileBench['registerPhoto'] = (fileUrl) =>
    admin.send('createPhoto', { body: { loanId, filename: 'Front.png', fileUrl } })
  return {
    desk,
    admin,
    lender,
    loanId,
    fetchObject: (fileUrl, headers = {}) =>
      lender.request('GET', `/objects/${fileUrl}`, { headers }),
    registerDocument,
    registerPhoto,
    register: (kind, fileUrl) =>
      kind === 'document' ? registerDocument(fileUrl) : registerPhoto(fileUrl),
    async nothingIsLeft(fileUrl) {
      expect(await desk.store.sizeOf(fileUrl)).toBeNull()
      for (const table of ['uploads', 'discarded_files'])
        expect(await desk.rows(`select 1 from ${table} where path = $1`, [fileUrl])).toEqual([])
    },
  }
}
