import { generateKeyPairSync, sign } from 'node:crypto'
import type { SignedReceipt } from '#contract/book/receipts.ts'
import { signedText } from '#domain/book/receipts.ts'
import { enter, expect, test, testOnPhone } from '#test/e2e/support/desk.ts'
import { expectVerdict, receiptDialog, save, verdict } from '#test/e2e/support/receipts.ts'
import { chooseForLine, expectToast, fact, fundingOf, openToast } from '#test/e2e/support/screen.ts'

const jsonOf = (signed: SignedReceipt) => Buffer.from(JSON.stringify(signed))

testOnPhone(
  'a commitment opens a receipt that anyone can verify',
  async ({ page, context, desk, lender }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const loan = await desk.makeLoan()
    await page.goto(`/loans/${loan.id}`)
    await page.getByRole('button', { name: 'Commit to This Loan' }).click()
    await page.getByRole('button', { name: 'Confirm Commitment' }).click()
    const dialog = receiptDialog(page)
    await expect(dialog).toBeFocused()
    await expect(openToast(page)).toHaveCount(0)
    for (const text of ['CommitmentBinding', '$250,000.00', `10% of ${loan.title}`])
      await expect(dialog).toContainText(text)
    const line = (name: string) =>
      dialog
        .locator('dl > div')
        .filter({ hasText: new RegExp(`^${name}`) })
        .locator('dd')
    await expect(line('Loan amount')).toHaveText('$2,500,000.00')
    await expect(line('Rate')).toHaveText('7.25%')
    await expect(line('Term')).toHaveText('24 months')
    await expect(line('Time')).toHaveText(/^[A-Z][a-z]{2} \d+, \d{4} \d+:\d\d:\d\d [AP]M E[SD]T$/)
    const time = await line('Time').innerText()
    const reference = await line('Reference').innerText()
    expect(reference).toMatch(/^R(-[0-9A-Z]{4}){3}$/)

    await dialog.getByRole('button', { name: 'Copy Link' }).click()
    await expectToast(page, 'Link copied')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(fundingOf(page)).toContainText('available · 90%')

    await page.goto(link)
    const paper = page.getByRole('article', { name: 'Receipt' })
    for (const text of [
      reference,
      time,
      'CommitmentBinding',
      '$250,000.00',
      'Lena Brook',
      'Signature',
    ])
      await expect(paper).toContainText(text)
    await expect(page).toHaveTitle(new RegExp(`^Receipt ${reference}`))
    const pdf = await save(page, page.getByRole('button', { name: 'Download PDF' }))
    const json = await save(page, page.getByRole('button', { name: 'Download JSON' }))
    expect([pdf.name, json.name]).toEqual([`receipt-${reference}.pdf`, `receipt-${reference}.json`])
    const signed = JSON.parse(json.bytes.toString()) as SignedReceipt
    expect(signed.receipt).toMatchObject({ reference, percent: '10.00', lenderName: 'Lena Brook' })

    await lender.call('logout')
    await page.goto('/verify')
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
    await expectVerdict(page, pdf, 'Genuine')
    await expectVerdict(page, json, 'Genuine')

    await test.step('a receipt with one changed character is reported as altered', async () => {
      const more = { ...signed, receipt: { ...signed.receipt, percent: '11.00' } }
      await expectVerdict(
        page,
        { name: 'more.json', bytes: jsonOf(more as SignedReceipt) },
        'Altered',
      )
      const bytes = Buffer.from(pdf.bytes)
      const middle = Math.floor(bytes.length / 2)
      bytes[middle] = (bytes[middle] ?? 0) ^ 1
      await expectVerdict(page, { name: 'flipped.pdf', bytes }, 'Altered')
    })

    await test.step('a receipt signed with another key and an unrelated file are reported as unknown', async () => {
      const { privateKey } = generateKeyPairSync('ed25519')
      const signature = sign(null, Buffer.from(signedText(signed.receipt)), privateKey)
      const forged = {
        ...signed,
        keyId: `${signed.keyId.slice(0, -1)}${signed.keyId.endsWith('A') ? 'B' : 'A'}`,
        signature: signature.toString('base64url'),
      }
      await expectVerdict(page, { name: 'forged.json', bytes: jsonOf(forged) }, 'Unknown')
      await expectVerdict(page, { name: 'note.txt', bytes: Buffer.from('A note') }, 'Unknown')
    })

    await test.step('a receipt can be verified by pasting its JSON text', async () => {
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText(/^Paste the receipt's JSON/)
      await page.getByLabel('Or paste its JSON').fill(json.bytes.toString())
      await page.getByRole('button', { name: 'Verify', exact: true }).click()
      await expect(verdict(page)).toContainText('Genuine')
      await expect(verdict(page)).toContainText('Pasted receipt')
    })
  },
)

test('a receipt is visible only to its lender and administrators', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  const { receiptId } = await lender.call('createCommitment', {
    body: { loanId: loan.id, percentage: '10', isSoftCommit: 'true' },
  })
  const address = `/receipts/${receiptId}`
  await page.goto(address)
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Not binding')
  const admin = await desk.openAs(desk.admin)
  await admin.goto(address)
  await expect(admin.getByRole('article', { name: 'Receipt' })).toContainText('Indication')

  const stranger = await desk.openAs(await desk.makeLender())
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Receipt not found')
  await expect(stranger.getByText('You have no receipt at this address')).toBeVisible()
  await expect(stranger.getByRole('main')).not.toContainText(loan.title)
  const visitor = await desk.openAs(null)
  await visitor.goto(address)
  await expect(visitor).toHaveURL(`/login?to=${address}`)
})

test('making a commitment binding opens its receipt, and changes, withdrawals, and notifications link to receipts', async ({
  page,
  desk,
  lender,
}) => {
  const [bound, changed] = [await desk.makeLoan(), await desk.makeLoan()]
  for (const loan of [bound, changed])
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  const paper = page.getByRole('article', { name: 'Receipt' })
  const toast = page.locator('li[data-state=open]')
  await page.goto('/commitments')

  await test.step('making a commitment binding opens its receipt', async () => {
    // Without the receipt, the dialog still shows the amounts from the call's response, but not the time.
    await page.route('**/api/receipts/*', (route) => route.abort())
    await page.getByRole('button', { name: `Make Binding: ${bound.title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make Binding' }).click()
    const dialog = receiptDialog(page)
    await expect(dialog).toBeFocused()
    await expect(dialog).toContainText('Indication made binding')
    await expect(fact(page, 'Time')).toHaveText("– (couldn't be loaded)")
    await page.unroute('**/api/receipts/*')
    await fact(page, 'Reference').getByRole('link').click()
    await expect(page).toHaveURL(/\/receipts\//)
    await expect(paper).toContainText('Before10% ($250,000.00), soft')
  })

  await test.step('a changed share links to its receipt', async () => {
    await page.goto('/commitments')
    await page.getByRole('button', { name: `Change Share: ${changed.title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Share' })
    await dialog.getByRole('spinbutton').fill('22')
    await dialog.getByRole('button', { name: 'Change Share' }).click()
    await toast.getByRole('link', { name: 'Receipt' }).click()
    await expect(paper).toContainText('Indication changed')
    await expect(paper).toContainText('$550,000.00')
  })

  await test.step('a withdrawal links to its receipt', async () => {
    await page.goto('/commitments')
    await page.getByRole('button', { name: `Withdraw: ${changed.title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await toast.getByRole('link', { name: 'Receipt' }).click()
    await expect(paper).toContainText('Indication withdrawn')
  })

  await test.step('each entry in the history links to its receipt', async () => {
    await page.goto('/commitments?view=history')
    const line = (event: string) => page.getByRole('row').filter({ hasText: event }).first()
    for (const [event, heading] of [
      ['Withdrawn', 'Indication withdrawn'],
      ['Made binding', 'Indication made binding'],
      ['Indicated', 'IndicationNot binding'],
    ] as const) {
      await line(event).getByRole('link', { name: 'Receipt' }).click()
      await expect(paper).toContainText(heading)
      await page.goBack()
    }
  })

  await test.step('a notification links to its receipt', async () => {
    await page.goto('/notifications')
    const ofLoan = page.getByRole('list', { name: new RegExp(`^Notifications.*${changed.title}`) })
    await ofLoan
      .getByRole('link')
      .filter({ hasText: /withdr/i })
      .click()
    await expect(paper).toContainText('Indication withdrawn')
  })
})

test('an administrator opens the receipts of recorded and released commitments, including from the audit trail', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender({ firstName: 'Dora' })
  await desk.makeCommitment(lender, loan)
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  await page.getByRole('link', { name: /^Receipt: Dora Brook, 10%/ }).click()
  const paper = page.getByRole('article', { name: 'Receipt' })
  await expect(paper).toContainText('CommitmentBinding')
  await page.goBack()
  await chooseForLine(page, 'Release', 'Dora Brook')
  const dialog = page.getByRole('dialog', { name: 'Release Commitment' })
  await dialog.getByLabel('Reason').fill('Sold to another lender')
  await dialog.getByRole('button', { name: 'Release Commitment' }).click()
  await page.locator('li[data-state=open]').getByRole('link', { name: 'Receipt' }).click()
  await expect(paper).toContainText('Commitment released')
  await expect(fact(page, 'Reason')).toHaveText('Sold to another lender')
  await expect(fact(page, 'Made by')).toContainText('for Dora Brook')

  await page.goto(`/admin/audit?loan=${loan.id}`)
  await page.getByRole('button', { name: /^Commitment released/ }).click()
  await fact(page, 'Receipt').getByRole('link').click()
  await expect(paper).toContainText('Commitment released')
})
