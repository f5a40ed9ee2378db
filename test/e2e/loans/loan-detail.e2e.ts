import { expect, test, testOnPhone, uniqueTitle } from '#test/e2e/support/desk.ts'
import { openSampleLoan } from '#test/e2e/support/sample-loan.ts'
import { expectToast, fact, fundingOf } from '#test/e2e/support/screen.ts'
import { register } from '#test/e2e/support/uploads.ts'
import { spec } from '#test/support/requirements.ts'
import { readZip } from '#test/support/zip.ts'
import { readFile } from 'node:fs/promises'

testOnPhone(
  "a loan's page shows a figure only if the loan has a value for it",
  async ({ lenderPage: page, desk }) => {
    spec('2.1.7', '2.10.1', '2.10.3', '2.10.4', '9.15')
    const loan = await desk.makeLoan({
      ltv: '64.5',
      originationFee: '1.25',
      interestReserve: '180000',
      propertyOccupancy: 'Investment Property',
      asIsValue: '3900000',
      asCompleteValue: '4600000.50',
      purpose: 'Acquisition',
      summary: 'Two docks and a yard.',
      status: 'Underwriting',
    })
    await page.goto(`/loans/${loan.id}`)
    await expect(page).toHaveTitle(new RegExp(loan.title))
    await expect(page.getByText('Underwriting', { exact: true })).toBeVisible()
    await expect(page.getByText('4 Pier Street, Boston, MA 02110')).toBeVisible()
    for (const [name, value] of [
      ['Amount', '$2,500,000'],
      ['Rate/LTV', '7.25% / 64.50%'],
      ['Term', '24 months'],
      ['Property Type', 'Industrial'],
      ['Origination Fee', '1.25%'],
      ['Interest Reserve', '$180,000'],
      ['Property Occupancy', 'Investment Property'],
      ['Property As-Is Value', '$3,900,000'],
      ['As-Complete Value', '$4,600,001'],
      ['Est. Maturity', /^[A-Z][a-z]{2} 20\d\d$/],
      ['Purpose', 'Acquisition'],
      ['Summary', 'Two docks and a yard.'],
    ] as const)
      await expect(fact(page, name)).toHaveText(value)
    for (const [name, values] of [
      // The stated LTV refers to the as-is value. For the as-complete value, the page computes the loan's percentage.
      ['LTV', ['64.50%']],
      ['Loan', ['54.35% of value']],
      ['Equity', ['$1,400,000', '$2,100,001']],
    ] as const)
      await expect(fact(page, name)).toHaveText([...values])
    await expect(fundingOf(page)).toContainText('$2,500,000 available · 100%')
    await expect(page.getByRole('progressbar', { name: 'Loan against as-is value' })).toBeVisible()

    await test.step("in print, a pattern marks the part of a loan that exceeds the property's value", async () => {
      const short = await desk.makeLoan({ asIsValue: '2000000' })
      await page.goto(`/loans/${short.id}`)
      const parts = page
        .getByRole('progressbar', { name: 'Loan against as-is value' })
        .locator('span')
      await page.emulateMedia({ media: 'print' })
      await expect(parts.first()).toHaveCSS('background-image', 'none')
      await expect(parts.last()).toHaveCSS('background-image', /^repeating-linear-gradient/)
      await expect(parts.last()).toHaveCSS('print-color-adjust', 'exact')
      await page.emulateMedia({ media: null })
    })

    const plain = await desk.makeLoan()
    await page.goto(`/loans/${plain.id}`)
    await expect(fact(page, 'Rate/LTV')).toHaveText('7.25% / N/A')
    for (const name of [
      'Origination Fee',
      'Interest Reserve',
      'Purpose',
      'As-Complete Value',
      'LTV',
    ])
      await expect(fact(page, name)).toHaveCount(0)
    await expect(page.getByText('No documents uploaded yet')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Loans' }).click()
    await expect(page).toHaveURL('/loans')
  },
)

test('documents show their type and date, open in a new tab, and are hidden from pending users and visitors', async ({
  page,
  desk,
  lender,
}) => {
  spec('1.10', '2.10.5', '2.10.6', '2.10.17')
  const loan = await openSampleLoan(page, lender)

  await test.step('documents are listed with their type and date and open in a new tab', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Summary of Terms' })
    await expect(row).toContainText(/PDF · [A-Z][a-z]{2} \d{1,2}, \d{4}/)
    const link = row.getByRole('link', { name: /^Download Summary of Terms/ })
    await expect(link).toHaveAttribute('target', '_blank')
    const path = (await link.getAttribute('href')) ?? ''
    expect(path).toMatch(/^\/objects\//)
    const answer = await page.request.get(path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toContain('application/pdf')
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('documents and photos are hidden from pending users and visitors', async () => {
    const [paper] = await lender.call('listLoanDocuments', { params: { loanId: loan.id } })
    const path = `/objects/${paper?.fileUrl}`
    const pending = await desk.makePending()
    expect((await pending.request('GET', path)).status).toBe(403)
    expect((await pending.request('GET', path, { cookie: null })).status).toBe(401)
    const theirs = await desk.openAs(pending)
    await theirs.goto(`/loans/${loan.id}`)
    await expect(theirs.getByText('Documents, photos and messages are locked')).toBeVisible()
    await expect(theirs.getByRole('heading', { name: 'Loan Documents' })).toBeHidden()
    await expect(theirs.getByRole('heading', { name: 'Photos' })).toBeHidden()
  })

  await test.step('an unknown loan shows Loan not found', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'not-an-id']) {
      await page.goto(`/loans/${id}`)
      await expect(page.getByRole('heading', { name: 'Loan not found' })).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: 'Browse Loans' }).click()
    await expect(page).toHaveURL('/loans')
  })
})

test('a desktop screen shows every figure of a loan without scrolling, with the documents just below', async ({
  page,
  lender,
}) => {
  await openSampleLoan(page, lender)
  const bottomOf = async (region: string) => {
    const box = await page.getByRole('region', { name: region }).boundingBox()
    return box ? box.y + box.height : Infinity
  }
  await expect(page.getByText('You hold nothing in this loan yet.')).toBeVisible()
  expect(await bottomOf('Loan Details')).toBeLessThanOrEqual(800)
  expect(await bottomOf('Funding Progress')).toBeLessThanOrEqual(800)
  const documents = await page.getByRole('region', { name: 'Loan Documents' }).boundingBox()
  expect(documents?.y).toBeLessThan(900)
})

testOnPhone(
  "on a phone, the bottom bar contains Commit until the page's own button scrolls into view",
  async ({ page, desk, lender }) => {
    // In such a short window, the page's own button is out of view.
    await page.setViewportSize({ width: 360, height: 560 })
    // The columns of a loan with such a title start below the window, where the bar is sticky nevertheless.
    const title = uniqueTitle('Northern Corridor Infrastructure Warehouse '.repeat(4).trim())
    const loan = await desk.makeLoan({ amount: '14250000', title })
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '47' })
    await page.goto(`/loans/${loan.id}`)
    const left = page.getByText('53% · $7.55M left')
    await expect(left).toBeInViewport()
    await page.getByRole('button', { name: `Commit to ${loan.title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
    await expect(dialog).toContainText(loan.title)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Commit to This Loan' }).scrollIntoViewIfNeeded()
    await expect(left).toBeHidden()

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const footer = await page.getByRole('contentinfo').boundingBox()
    const bar = await left.boundingBox()
    if (bar && footer) expect(bar.y + bar.height).toBeLessThanOrEqual(footer.y)
    await desk.admin.call('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
    await page.reload()
    await expect(page.getByText('This loan is fully funded.')).toBeVisible()
    await expect(left).toHaveCount(0)
    expect((await lender.call('getLoan', { params: { id: loan.id } })).status).toBe('funded')
  },
)

test.describe('a page that receives events', () => {
  test.use({ events: true })

  testOnPhone(
    'the bottom bar still detects whether the Commit button is in view after the first photo moves the button',
    async ({ lenderPage: page, desk }) => {
      await page.setViewportSize({ width: 360, height: 560 })
      const loan = await desk.makeLoan()
      await page.goto(`/loans/${loan.id}`)
      const button = page.getByRole('button', { name: 'Commit to This Loan' })
      const bar = page.getByRole('button', { name: `Commit to ${loan.title}` })
      await expect(bar).toBeVisible()
      const body = { imageUrl: '/favicon.svg' }
      await desk.admin.call('updateLoan', { params: { id: loan.id }, body })
      await expect(page.getByRole('region', { name: 'Loan Details' }).locator('img')).toBeVisible()
      await button.scrollIntoViewIfNeeded()
      await expect(bar).toBeHidden()
    },
  )
})

test("a loan's page shows the difference between a stated LTV and the computed LTV, and asks administrators to check it", async ({
  lenderPage: page,
  desk,
}) => {
  const fields = { ltv: '55', asIsValue: '4000000', asCompleteValue: '5000000' }
  const loan = await desk.makeLoan(fields)
  const doubt =
    'The stated LTV is 55.00%; the loan is 62.50% of as-is value and 50.00% of as-complete value.'
  const ours = await desk.openAs(desk.admin)
  await ours.goto(`/loans/${loan.id}`)
  await expect(ours.getByText(`${doubt} Check the LTV.`)).toBeVisible()
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByText(doubt, { exact: true })).toBeVisible()
  await expect(fact(page, 'LTV')).toHaveCount(0)
  await desk.admin.call('updateLoan', { params: { id: loan.id }, body: { ltv: '50.5' } })
  await page.reload()
  await expect(fact(page, 'LTV')).toHaveText('50.50%')
  await expect(page.getByText('The stated LTV')).toHaveCount(0)
})

test("documents are grouped, and their names omit the loan's title", async ({ page, lender }) => {
  await openSampleLoan(page, lender)
  const documents = page.getByRole('region', { name: 'Loan Documents' })
  await expect(documents.getByRole('heading', { level: 3 })).toHaveText([
    'Term Sheet',
    'Appraisal',
    'Financials',
    'Environmental',
  ])
  const financials = page.getByRole('region', { name: 'Financials' })
  await expect(financials.getByRole('listitem')).toHaveCount(2)
  await expect(financials.getByText('Rent Roll and Income.xlsx')).toBeVisible()
  await expect(financials.getByRole('listitem').first()).toContainText(/XLSX · .* · \d+ KB/)
  const name = documents.getByRole('link', { name: 'Appraisal Summary.pdf', exact: true })
  await expect(name).toBeVisible()
})

test("a document's name is an ordinary link in browsers that can't display PDFs inside a page", async ({
  page,
  lender,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }),
  )
  await openSampleLoan(page, lender)
  const link = page.getByRole('link', { name: 'Appraisal Summary.pdf', exact: true })
  await expect(link).toHaveAttribute('target', '_blank')
  const opened = page.waitForEvent('popup')
  await link.click()
  await (await opened).close()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('all documents of a loan can be downloaded as one archive', async ({ page, lender }) => {
  const loan = await openSampleLoan(page, lender)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download All' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${loan.title} Documents.zip`)
  const files = await readZip(await readFile(await download.path()))
  expect(files.map(({ name }) => name)).toContain('Appraisal/Appraisal Summary.pdf')
  const papers = await lender.call('listLoanDocuments', { params: { loanId: loan.id } })
  expect(files.map(({ bytes }) => bytes.length)).toEqual(papers.map(({ sizeBytes }) => sizeBytes))

  const json = { message: 'Too many requests. Try again in a minute.', code: 'throttled' }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/documents.zip', async (route) => {
    await released
    await route.fulfill({ status: 429, json })
  })
  const link = page.getByRole('link', { name: 'Download All' })
  await link.click()
  await expect(link.locator('.animate-spin')).toBeVisible()
  release()
  await expectToast(page, 'Error', `The documents couldn't be downloaded. ${json.message}`)
})

test('an administrator moves a document to another group of documents', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  const loan = await desk.makeLoan()
  await register(desk, 'document', loan.id, 'Roof Survey.pdf')
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Move Roof Survey.pdf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Document' })
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await dialog.getByLabel('Group').selectOption('Environmental')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expectToast(page, 'Document moved', 'Now in Environmental.')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Environmental' })).toContainText('Roof Survey.pdf')
})

test("the loan's funding over time is shown as a chart and a table once a lender holds a share", async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  const read = () => page.waitForResponse((response) => response.url().endsWith('/funding'))
  await Promise.all([read(), page.goto(`/loans/${loan.id}`)])
  await expect(page.getByText('No messages yet')).toBeVisible()
  const story = page.getByRole('region', { name: 'Funding Over Time' })
  await expect(story).toHaveCount(0)
  const soft = await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  await page.reload()
  // A chart needs more than one day of data, so the page shows text instead.
  await expect(story.getByText(/: 0% committed, 5% soft$/)).toBeVisible()
  await expect(story.getByRole('slider')).toHaveCount(0)
  await story.getByText('Show as Table').click()
  const row = story.getByRole('table').getByRole('row').last()
  await expect(row.getByRole('cell')).toHaveText(['–', '5%'])

  await lender.call('withdrawCommitment', { params: { id: soft.id } })
  await Promise.all([read(), page.reload()])
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(story).toHaveCount(0)
  // The response is mocked, because a test can create commitments only with today's date.
  const days = [
    { day: '2026-01-05', committedPercentage: '30.00', softPercentage: '5.00' },
    { day: '2026-01-06', committedPercentage: '0.00', softPercentage: '0.00' },
  ]
  await page.route('**/funding', (route) => route.fulfill({ json: days }))
  await page.reload()
  const chart = story.getByRole('slider', { name: 'Funding over time' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', 'Jan 6, 2026: 0% committed')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', 'Jan 5, 2026: 30% committed, 5% soft')
  await expect(story.getByText('Jan 5, 2026: 30% committed, 5% soft')).toBeVisible()
  await expect(story.getByText('50%', { exact: true })).toBeVisible()
  await chart.hover({ position: { x: 100, y: 20 } })
  await expect(story.getByText('Jan 6, 2026: 0% committed')).toBeVisible()
  await story.getByText('Show as Table').click()
  await expect(row.getByRole('cell')).toHaveText(['–', '–'])
})

testOnPhone('on a phone, links lead to the parts of a loan', async ({ lenderPage: page, desk }) => {
  const loan = await desk.makeLoan({ sponsor: 'Brackwater Partners', summary: 'Two docks.' })
  await page.goto(`/loans/${loan.id}`)
  const parts = page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('button')
  await expect(parts).toHaveText(['Funding', 'Structure', 'Documents', 'About', 'Messages'])
  for (const [part, title] of [
    ['Messages', 'Messages'],
    ['Documents', 'Loan Documents'],
  ] as const) {
    await parts.filter({ hasText: part }).click()
    const heading = page.getByRole('heading', { name: title, exact: true })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
  }
})
