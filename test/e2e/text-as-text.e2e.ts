/** User input is shown as plain text. Browsers never interpret the markup, templates, or javascript: URLs in it. */
import { security } from '#test/support/requirements.ts'
import { randomUUID } from 'node:crypto'
import { pdfFile, pictureFile } from '#test/support/sample-files.ts'
import { uploadBytes } from '#test/support/uploading.ts'
import { expect, test, type Desk, type Page, type Person } from './support/desk.ts'
import { collectPolicyViolations } from './support/policy.ts'

const image = '<img id=markup src=x onerror="window.gotThrough=1">'
const script = '</title><script id=markup>window.gotThrough=1</script>'
const drawing = '"><svg id=markup onload="window.gotThrough=1">'
const template = '{{7*7}}${7*7}<%= 7*7 %>'
const link =
  '<a id=markup href="javascript:window.gotThrough=1">Terms</a> [Terms](javascript:gotThrough=1)'

const occupancy = '<i id=markup>full</i>'

const firstName = `<b id=markup>Lena</b>${template}`
const lastName = image
const name = `${firstName} ${lastName}`

async function writeMarkup(desk: Desk) {
  const lender = await desk.makeLender({ firstName, lastName })
  const own = randomUUID().slice(0, 8)
  const loan = await desk.makeLoan({
    title: `${script}${drawing} ${own}`,
    borrowerName: `${template} ${image}`,
    propertyAddress: `1 ${drawing} Street`,
    propertyOccupancy: occupancy,
    purpose: `${script}\n# ${link}`,
    summary: `<style id=markup>*{display:none}</style>${image} **${template}**`,
  })
  const texts = {
    document: `${drawing}${own}.pdf`,
    photo: `${image}${own}.png`,
    caption: `${script} ${link}`,
    question: `${image}${script} ${link}`,
    answer: `${drawing} ${template}`,
    reason: `${script}${image} ${template}`,
  }
  await fileWith(desk.admin, loan.id, texts)
  const message = { loanId: loan.id, message: texts.question }
  await lender.call('createMessage', { body: message })
  await desk.admin.call('createMessage', {
    body: { loanId: loan.id, message: texts.answer, recipientId: lender.id },
  })
  const { id } = await desk.makeCommitment(lender, loan)
  await desk.admin.call('releaseCommitment', { params: { id }, body: { reason: texts.reason } })
  await desk.makeCommitment(lender, loan)
  return { lender, loan, own, texts }
}

interface FileNames {
  document: string
  photo: string
  caption: string
}

async function fileWith(admin: Person, loanId: string, { document, photo, caption }: FileNames) {
  const papers = await uploadBytes(admin, 'document', pdfFile())
  await admin.call('createDocument', {
    body: { loanId, filename: document, fileType: 'application/pdf', fileUrl: papers },
  })
  const picture = await uploadBytes(admin, 'photo', await pictureFile('png'))
  await admin.call('createPhoto', {
    body: { loanId, filename: photo, fileUrl: picture, caption },
  })
}

async function openWatchedPage(desk: Desk, person: Person) {
  const page = await desk.openAs(person)
  const refused = await collectPolicyViolations(page.context())
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return {
    page,
    open: async (path: string, ...shown: string[]) => {
      await page.goto(path)
      await expectVisible(page, shown)
      expect(await page.evaluate(() => 'gotThrough' in window), path).toBe(false)
      await expect(page.locator(interpretedMarkup), path).toHaveCount(0)
    },
    expectNothingInterpreted: () =>
      expect({ refused, dialogs }).toEqual({ refused: [], dialogs: [] }),
  }
}

const interpretedMarkup = '#markup, [href^="javascript:" i]'

async function expectVisible(page: Page, texts: string[]) {
  for (const text of texts)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}

test("markup in a user's or loan's fields is shown to lenders as plain text", async ({ desk }) => {
  security('1.3.1', '1.3.5', '3.2.2')
  const { lender, loan, own, texts } = await writeMarkup(desk)
  const { page, open, expectNothingInterpreted } = await openWatchedPage(desk, lender)
  const query = `search=${own}`
  await open(`/loans?${query}`, loan.title, name)
  await open(`/loans?view=grid&${query}`, loan.title)
  await open('/commitments', loan.title)
  await open('/notifications', loan.title, texts.reason)
  await open('/profile', name)
  await open(`/loans/${loan.id}`, loan.title, texts.document, texts.question, texts.answer)
  await expectVisible(page, [`1 ${drawing} Street`, occupancy, loan.borrowerName])
  // Playwright treats a line break as whitespace, so the text is on one line here.
  await expectVisible(page, [`${script} # ${link}`, `${image} **${template}**`])
  expect(await page.title()).toContain(loan.title)
  await page.getByRole('button', { name: `Photo 1 of 1: ${texts.caption}` }).click()
  await expectVisible(page, [texts.caption])
  expectNothingInterpreted()
})

test('markup in a name, reason, or title is shown to administrators as plain text', async ({
  desk,
}) => {
  security('1.3.1', '3.2.2')
  const { lender, loan, own, texts } = await writeMarkup(desk)
  const { page, open, expectNothingInterpreted } = await openWatchedPage(desk, desk.admin)
  await open(`/admin?search=${own}`, loan.title)
  await open(`/loans/${loan.id}`, loan.title, name, texts.answer)
  await open(`/loans/${loan.id}/book`, loan.title, name, texts.reason)
  await open('/admin?tab=users', 'Platform Users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(lender.email)
  await expectVisible(page, [name])
  // Wait for the server's search results, because other users have the same name.
  const edit = page.getByRole('button', { name: `Edit ${name}` })
  await expect(edit).toHaveCount(1)
  await edit.click()
  await expect(page.getByLabel('Last name')).toHaveValue(lastName)
  await open('/notifications', `${name} committed`)
  await open(`/admin/audit?loan=${loan.id}`)
  await page.getByRole('button', { name: /^Commitment released/ }).click()
  await expectVisible(page, [loan.title, texts.reason])
  await expect(page.locator(interpretedMarkup)).toHaveCount(0)
  expectNothingInterpreted()
})
