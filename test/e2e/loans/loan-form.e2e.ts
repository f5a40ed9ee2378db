import { enter, expect, test, testOnPhone, uniqueTitle } from '#test/e2e/support/desk.ts'
import { createLoan, openForm, openPanel } from '#test/e2e/support/panel.ts'
import { expectToast, openToast } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

testOnPhone(
  'the loan form creates a loan with every field, and the loan list shows the loan',
  async ({ page, desk }) => {
    spec('1.15', '2.11.7', '2.12.1', '2.12.2', '2.12.3', '2.12.4', '2.12.5')
    spec('2.12.6', '2.12.7', '2.12.8', '2.12.9', '2.12.10', '2.12.11', '2.12.12')
    spec('2.12.13', '2.12.14', '2.12.15', '2.12.16', '2.12.17', '2.12.18', '2.12.19')
    spec('2.12.20', '2.12.21', '2.12.23', '2.12.24', '2.12.25', '4.6', '5.5.13')
    spec('5.5.14', '5.5.15', '8.30', '9.19')
    const title = uniqueTitle('Harbor Point')
    await openPanel(page, desk.admin, title)
    await expect(page.getByText('No loan matches your search.')).toBeVisible()
    const dialog = await openForm(page, createLoan)
    await expect(dialog).toHaveAccessibleName('Create Loan')
    await expect(dialog).toHaveAccessibleDescription('Create a new loan opportunity')
    await expect(dialog.getByLabel('Loan Title')).toBeFocused()
    await expect(dialog.getByLabel('Term (months)')).toHaveValue('12')
    await expect(dialog.getByLabel('Term (months)')).toHaveAttribute('placeholder', '36')
    await expect(dialog.getByLabel('Interest Rate (%)')).toHaveAttribute('placeholder', '7.25')
    for (const label of ['Interest Rate (%)', 'LTV (%)', 'Origination Fee (%)'])
      await expect(dialog.getByLabel(label)).toHaveAttribute('step', '0.01')
    const status = dialog.getByLabel('Loan Status')
    await expect(status).toHaveValue('Processing')
    await expect(status.getByRole('option')).toHaveText(['Processing', 'Underwriting', 'Closing'])
    await expect(dialog.getByLabel('Property Type').getByRole('option')).toHaveText([
      'N/A',
      'Single Family Residence',
      '2 - 4 Unit Residential',
      'Multifamily',
      'Commercial Real Estate',
      'Mixed Use',
      'Retail',
      'Industrial',
      'Hospitality',
    ])
    await expect(dialog.getByLabel('Property Occupancy').getByRole('option')).toHaveText([
      'N/A',
      'Owner Occupied',
      'Investment Property',
      'Second Home',
    ])

    const texts = {
      'Loan Title': title,
      'Borrower Name': 'Harbor Point LLC',
      'Property Address': '12 Harbor Street, Boston, MA 02110',
      'Loan Amount ($)': '7199254740993.01',
      'Interest Rate (%)': '7.25',
      'Term (months)': '36',
      Purpose: 'Refinance\nof the construction loan',
      Summary: 'Forty apartments on the harbor.',
      'Property As-Is Value ($)': '3200000',
      'As-Complete Value ($)': '4100000.5',
      'LTV (%)': '65',
      'Origination Fee (%)': '0',
      'Interest Reserve ($)': '150000',
      'Image URL (optional)': 'https://example.com/harbor.jpg',
    }
    for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label).fill(text)
    await status.selectOption('Underwriting')
    await dialog.getByLabel('Property Type').selectOption('Multifamily')
    await dialog.getByLabel('Property Occupancy').selectOption('Investment Property')
    await dialog.getByRole('button', { name: 'Create Loan' }).click()

    await expectToast(page, 'Loan created successfully', title)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
    await expect(page.getByText('$7,199,254,740,993')).toBeVisible()
    const [loan] = await desk.admin.call('listLoans', { query: { search: title } })
    expect(loan).toMatchObject({
      title,
      borrowerName: 'Harbor Point LLC',
      propertyAddress: '12 Harbor Street, Boston, MA 02110',
      amount: '7199254740993.01',
      interestRate: '7.25',
      term: 36,
      status: 'Underwriting',
      propertyType: 'Multifamily',
      purpose: 'Refinance\nof the construction loan',
      summary: 'Forty apartments on the harbor.',
      asIsValue: '3200000.00',
      asCompleteValue: '4100000.50',
      ltv: '65.00',
      originationFee: '0.00',
      interestReserve: '150000.00',
      propertyOccupancy: 'Investment Property',
      imageUrl: 'https://example.com/harbor.jpg',
    })

    const next = page.getByRole('region', { name: 'Next steps' })
    await expect(next).toContainText(`${title} is saved. What's next?`)
    await expect(next.getByRole('link', { name: 'Open Loan' })).toHaveAttribute(
      'href',
      `/loans/${loan?.id}`,
    )
    await next.getByRole('button', { name: 'Dismiss next steps' }).click()
    await expect(next).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Loan Opportunities' })).toBeFocused()

    const again = await openForm(page, createLoan)
    await expect(again.getByLabel('Loan Title')).toHaveValue('')
    await expect(again.getByLabel('Term (months)')).toHaveValue('12')
  },
)

test('the loan form announces amounts with separators, suggests an LTV, and explains each status', async ({
  page,
  desk,
}) => {
  spec('2.12.23')
  await openPanel(page, desk.admin)
  const dialog = await openForm(page, createLoan)
  const amount = dialog.getByLabel('Loan Amount ($)')
  const asIs = dialog.getByLabel('Property As-Is Value ($)')
  const ltv = dialog.getByLabel('LTV (%)')

  await test.step('the loan form marks required fields', async () => {
    await expect(dialog.getByText('* Required')).toBeVisible()
    for (const label of ['Loan Title', 'Borrower Name', 'Interest Rate (%)', 'Term (months)'])
      await expect(dialog.getByLabel(label)).toHaveAttribute('aria-required', 'true')
    await expect(amount).toHaveAttribute('aria-required', 'true')
    await expect(amount).toHaveAccessibleName('Loan Amount ($)')
    await expect(asIs).not.toHaveAttribute('aria-required')
  })

  await test.step('an entered amount is announced with separators', async () => {
    await amount.pressSequentially('1250000')
    await expect(amount).toHaveAccessibleDescription('$1,250,000.00')
    await amount.pressSequentially('.5')
    await expect(amount).toHaveAccessibleDescription('$1,250,000.50')
  })

  await test.step('a pasted amount can contain separators and a dollar sign', async () => {
    const paste = async (figure: string) =>
      asIs.evaluate((input, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', text)
        input.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      }, figure)
    await paste(' $1,600,000.50 ')
    await expect(asIs).toHaveValue('1600000.50')
    await paste('1.250.000,00')
    await expect(asIs).toHaveValue('1600000.50')
    await expect(asIs).toHaveAccessibleDescription(/Paste an amount, like 1,250,000\.00\./)
    await paste('1.5m')
    await expect(asIs).toHaveValue('1500000')
    await expect(asIs).not.toHaveAccessibleDescription(/Paste an amount/)
    await asIs.fill('1600000')
    await amount.fill('1250000')
  })

  await test.step('the form suggests an LTV from the as-is value and compares it with the entered LTV', async () => {
    await dialog.getByRole('button', { name: /^Use an LTV of 78\.13%/ }).click()
    await expect(ltv).toHaveValue('78.13')
    await expect(ltv).toBeFocused()
    await expect(ltv).toHaveAccessibleDescription('')
    await ltv.fill('79.13')
    await expect(ltv).toHaveAccessibleDescription('')
    await ltv.fill('79.14')
    await expect(ltv).toHaveAccessibleDescription(
      'The amount is 78.13% of the as-is value, not 79.14%.',
    )
    await dialog.getByLabel('As-Complete Value ($)').fill('2000000')
    await ltv.fill('62.5')
    await expect(ltv).toHaveAccessibleDescription(
      'This is on the as-complete value. The amount is 78.13% of the as-is value.',
    )
  })

  await test.step('each status in the loan form shows its meaning', async () => {
    const status = dialog.getByLabel('Loan Status')
    await expect(status).toHaveAccessibleDescription(/^We're gathering what the loan needs/)
    await status.selectOption('Closing')
    await expect(status).toHaveAccessibleDescription(/documents are being signed/)
  })

  await test.step('the loan is saved, and the document upload opens next', async () => {
    const title = uniqueTitle()
    await dialog.getByLabel('Loan Title').fill(title)
    await dialog.getByLabel('Borrower Name').fill('Pier Four LLC')
    await dialog.getByLabel('Interest Rate (%)').fill('7.25')
    await dialog.getByRole('button', { name: 'Create Loan' }).click()
    await expectToast(page, 'Loan created successfully', title)
    const [loan] = await desk.admin.call('listLoans', { query: { search: title } })
    expect(loan).toMatchObject({ amount: '1250000.00', asIsValue: '1600000.00', ltv: '62.50' })
    await page.getByRole('link', { name: 'Upload Documents' }).click()
    await expect(page.getByRole('dialog', { name: 'Upload Files' })).toContainText(title)
    await expect(page).toHaveURL(`/loans/${loan?.id}`)
  })
})

testOnPhone(
  "invalid fields show errors, and the loan form isn't submitted",
  async ({ page, desk }) => {
    spec('5.5.1', '5.5.2', '5.5.3', '5.5.4', '5.5.5', '5.5.6', '5.5.7')
    spec('5.5.8', '5.5.9', '5.5.10', '5.5.11', '5.5.12')
    await openPanel(page, desk.admin)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    const dialog = await openForm(page, createLoan)
    const submit = dialog.getByRole('button', { name: 'Create Loan' })
    const describes = (label: string, message: string) =>
      expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`${message}$`))

    await submit.click()
    await describes('Loan Title', 'Loan title is required')
    await describes('Borrower Name', 'Borrower name is required')
    await describes('Loan Amount ($)', 'Amount is required')
    await describes('Interest Rate (%)', 'Interest rate is required')
    await expect(dialog.getByLabel('Loan Title')).toBeFocused()

    await dialog.getByLabel('Loan Title').fill('Harbor Point')
    await dialog.getByLabel('Borrower Name').fill('Harbor Point LLC')
    const wrong = {
      'Loan Amount ($)': ['0', 'Amount must be a positive number'],
      'Interest Rate (%)': ['-1', 'Interest rate must be a positive number'],
      'Term (months)': ['0', 'Term must be at least 1 month'],
      'LTV (%)': ['-0.01', 'LTV must be a positive number'],
      'Origination Fee (%)': ['-1', 'Origination fee must be a positive number'],
      'Interest Reserve ($)': ['-1', 'Interest reserve must be a positive number'],
      'Property As-Is Value ($)': ['0', 'As-Is Value must be a positive number'],
      'As-Complete Value ($)': ['0', 'As-Complete Value must be a positive number'],
    } as const
    for (const [label, [value]] of Object.entries(wrong)) await dialog.getByLabel(label).fill(value)
    await dialog.getByLabel('Image URL (optional)').fill('javascript:alert(1)')
    await submit.click()
    for (const [label, [, message]] of Object.entries(wrong)) await describes(label, message)
    await describes('Image URL (optional)', 'Must be a web address .* or a path on this site')
    await expect(dialog.getByLabel('Loan Amount ($)')).toBeFocused()

    // The browser reports an invalid number field as empty, but the form must report an error.
    await dialog.getByLabel('LTV (%)').fill('')
    await dialog.getByLabel('LTV (%)').pressSequentially('6e')
    await dialog.getByLabel('Interest Rate (%)').fill('7.255')
    await submit.click()
    await describes('LTV (%)', 'LTV must be a positive number')
    await describes(
      'Interest Rate (%)',
      'Interest rate must be up to 999.99, with at most two decimals',
    )
    expect(sent).toBe(0)
  },
)

// The form logs a failed save, so the page doesn't use the fixture that fails on console errors.
test('a failed save keeps the loan form open with its input', async ({ desk }) => {
  spec('2.12.22', '8.14', '8.22')
  const page = await desk.openAs(desk.admin)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto('/admin')
  const title = uniqueTitle()
  const dialog = await openForm(page, createLoan)
  await dialog.getByLabel('Loan Title').fill(title)
  await dialog.getByLabel('Borrower Name').fill('Pier Four LLC')
  await dialog.getByLabel('Loan Amount ($)').fill('2500000.5')
  await dialog.getByLabel('Interest Rate (%)').fill('7.25')
  await page.route('**/api/admin/loans', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Create Loan' }).click()
  await expectToast(page, 'Error', 'Failed to create loan. The server cannot be reached.')
  expect(logged.some((text) => text.startsWith('The loan could not be saved'))).toBe(true)
  const submit = dialog.getByRole('button', { name: 'Create Loan' })
  await expect(submit).toBeFocused()
  await expect(async () => {
    const [toast, button] = [await openToast(page).boundingBox(), await submit.boundingBox()]
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  }).toPass({ timeout: 3000 })

  await page.unroute('**/api/admin/loans')
  await page.route('**/api/admin/loans', (route) =>
    route.fulfill({
      status: 400,
      json: {
        message: 'The title is taken',
        code: 'invalid',
        fields: { title: 'There is a loan of this title' },
      },
    }),
  )
  await dialog.getByRole('button', { name: 'Create Loan' }).click()
  await expectToast(page, 'Error', 'Failed to create loan. The title is taken')
  await expect(dialog.getByLabel('Loan Title')).toBeFocused()
  await expect(dialog.getByLabel('Loan Title')).toHaveAccessibleDescription(
    'There is a loan of this title',
  )

  await page.unroute('**/api/admin/loans')
  await page.route('**/api/admin/loans', (route) => route.fulfill({ status: 500, body: 'Oh no' }))
  await dialog.getByRole('button', { name: 'Create Loan' }).click()
  await expect(openToast(page).getByText('Failed to create loan', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Loan Amount ($)')).toHaveValue('2500000.5')
  await page.unroute('**/api/admin/loans')
  await dialog.getByRole('button', { name: 'Create Loan' }).dblclick()
  await expectToast(page, 'Loan created successfully')
  expect(await desk.admin.call('listLoans', { query: { search: title } })).toHaveLength(1)
})

test("the loan form rejects a comma that isn't a thousands separator", async ({ desk }) => {
  const title = uniqueTitle('Comma')
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin')
  const dialog = await openForm(page, createLoan)
  await dialog.getByLabel('Loan Title').fill(title)
  await dialog.getByLabel('Borrower Name').fill('Pier Four LLC')
  await dialog.getByLabel('Loan Amount ($)').pressSequentially('2,500,000')
  const rate = dialog.getByLabel('Interest Rate (%)')
  await rate.pressSequentially('7,25')
  await dialog.getByLabel('Term (months)').focus()
  await dialog.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(rate).toHaveAccessibleDescription(/has a comma\. Write decimals with a point/)
  expect(await desk.admin.call('listAllLoans', { query: { search: title } })).toEqual([])

  await rate.fill('')
  await rate.pressSequentially('7.25')
  await dialog.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(dialog).toBeHidden()
  const drafts = await desk.admin.call('listAllLoans', {
    query: { search: title, isDraft: 'true' },
  })
  expect(drafts).toMatchObject([{ amount: '2500000.00', interestRate: '7.25' }])
  await page.context().close()
})

test('Escape closes an unedited loan form without confirmation, even while the loan is loading', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}`)
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const title = document.querySelector<HTMLInputElement>('[role=dialog] input[name=title]')
      if (!title?.value) return port2.postMessage(null)
      document.documentElement.dataset['pressed'] = 'true'
      title.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      return undefined
    })
    port1.start()
    port2.postMessage(null)
  })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-pressed', 'true')
  await expect(page.getByText('Update loan details')).toBeHidden()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})
