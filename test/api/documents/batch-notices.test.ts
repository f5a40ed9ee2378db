import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startMailServer, type MailServer } from '#test/support/mail-server.ts'
import { noticesOf } from '#test/support/notices.ts'
import { pdfFile } from '#test/support/sample-files.ts'
import { uploadBytes } from '#test/support/uploading.ts'

let server: MailServer
let desk: Desk
let admin: Person
beforeAll(async () => {
  server = await startMailServer()
  desk = await openDesk({ RATE_LIMIT: 'off', SMTP_URL: server.url })
  admin = await desk.makeAdmin()
})
afterAll(async () => {
  await desk.close()
  await server.close()
})

async function makeFollowed() {
  const [lender, loan] = [await desk.makeLender(), await desk.makeLoan({ title: 'Quay 9' })]
  await lender.call('addFavorite', { body: { loanId: loan.id } })
  const save = async (filename: string, batchId?: string) => {
    const fileUrl = await uploadBytes(admin, 'document', pdfFile())
    const fileType = 'application/pdf'
    const body = { loanId: loan.id, filename, fileType, fileUrl, batchId } as const
    return admin.call('createDocument', { body })
  }
  return { lender, loan, save }
}

const added = async (person: Person, loan: { id: string }) =>
  (await noticesOf(person, loan)).filter((notice) => notice.startsWith('documentAdded'))

it('sends each follower of a loan one notification and one email for all documents in a batch', async () => {
  const { lender, loan, save } = await makeFollowed()
  const batchId = randomUUID()
  const first = await save('Term Sheet.pdf', batchId)
  expect(first).not.toHaveProperty('batchId')
  expect(await added(lender, loan)).toEqual(['documentAdded: "Term Sheet.pdf" was added to Quay 9'])
  await lender.call('markAllNotificationsRead')
  await save('Appraisal.pdf', batchId)
  await save('Rent Roll.pdf', batchId)
  const all =
    '3 documents were added to Quay 9: "Term Sheet.pdf", "Appraisal.pdf", and "Rent Roll.pdf"'
  expect(await added(lender, loan)).toEqual([`documentAdded: ${all}`])
  expect(await lender.call('countUnreadNotifications')).toEqual({ unread: 1 })
  await vi.waitFor(
    () => {
      const [mail, ...others] = server
        .mailsTo(lender.email)
        .filter(({ subject }) => subject.startsWith('3 documents were added to Quay 9'))
      expect(mail?.text).toContain(all.replace(' to Quay 9', ''))
      expect(others).toEqual([])
    },
    // A periodic job announces a batch some time after the batch is complete, so the timeout is long.
    { timeout: 60_000, interval: 200 },
  )
  await save('Survey.pdf', batchId)
  expect(await added(lender, loan)).toHaveLength(2)
}, 90_000)

it("doesn't update a notification about documents if its recipient no longer follows the loan", async () => {
  const { lender, loan, save } = await makeFollowed()
  const batchId = randomUUID()
  await save('Term Sheet.pdf', batchId)
  const told = await added(lender, loan)
  expect(told).toHaveLength(1)
  await admin.call('updateUser', { params: { id: lender.id }, body: { isApproved: 'false' } })
  await save('Default Memo.pdf', batchId)
  expect(await added(await desk.signIn(lender), loan)).toEqual(told)
})

it('announces batches and single documents separately and lists at most five documents by name', async () => {
  const { lender, loan, save } = await makeFollowed()
  await save('Single.pdf')
  await save('Other.pdf', randomUUID())
  const batchId = randomUUID()
  for (let number = 1; number <= 7; number += 1) await save(`${number}.pdf`, batchId)
  expect(await added(lender, loan)).toEqual([
    'documentAdded: "Single.pdf" was added to Quay 9',
    'documentAdded: "Other.pdf" was added to Quay 9',
    'documentAdded: 7 documents were added to Quay 9: "1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf", and 2 more',
  ])
})

it('sends one notification for documents saved at the same time', async () => {
  const { lender, loan, save } = await makeFollowed()
  const batchId = randomUUID()
  await Promise.all(['A.pdf', 'B.pdf', 'C.pdf', 'D.pdf'].map((name) => save(name, batchId)))
  const notices = await added(lender, loan)
  expect(notices).toHaveLength(1)
  expect(notices[0]).toContain('4 documents were added')
  expect(desk.errors).toEqual([])
})
