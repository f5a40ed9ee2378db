import { randomUUID } from 'node:crypto'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { expect, test } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { rawRow, rawWorkbook } from '#test/support/raw-workbook.ts'

const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

test('an administrator corrects a file, assigns its columns to fields, and imports loans as drafts', async ({
  desk,
}) => {
  const name = randomUUID()
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Import Loans' }).click()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Template' }).click()
  const template = await readFile(await (await saving).path(), 'utf8')
  const [headers = '', example = ''] = template.split('\r\n')
  const own = example.replace('Harbor Street Apartments', `${name} 1`)

  const chooser = page.locator('input[type=file]')
  const changed = test.info().outputPath('Changed.csv')
  await writeFile(changed, `${headers}\n${own}`)
  await chooser.setInputFiles(changed)
  await expect(page.getByText('1 loan ready.')).toBeVisible()
  await writeFile(changed, headers)
  // Browsers compare modification times only to the second.
  await utimes(changed, 0, 0)
  await page.getByRole('button', { name: 'Import 1 Loan' }).click()
  await expectToast(page, 'Nothing was imported', 'The file changed since you chose it.')
  await expect(page.getByText("Changed.csv couldn't be read")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Another File' })).toBeFocused()

  await chooser.setInputFiles(csv('Loans.csv', `${headers}\n${own.replace('7.25%', '"7,25"')}`))
  await expect(page.getByText('1 row has errors.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Import of Loans.csv' })).toBeFocused()
  const errors = page.getByRole('region', { name: 'Errors' })
  await expect(errors.getByRole('row', { name: /^2 Interest Rate 7,25 / })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import Loans' })).toBeDisabled()

  const table = `${headers.replace('Amount', 'Size of it')}\n${own}\n${own.replace(' 1', ' 2')}`
  await chooser.setInputFiles(csv('Loans.csv', table))
  await expect(page.getByText('Choose a column for Amount.')).toBeVisible()
  await page.getByLabel('Size of it, imported as').selectOption('Amount')
  await expect(page.getByText('2 loans ready.')).toBeVisible()
  await chooser.setInputFiles(csv('Corrected.csv', table))
  await expect(page.getByRole('heading', { name: 'Corrected.csv' })).toBeVisible()
  await expect(page.getByLabel('Size of it, imported as')).toHaveValue('amount')
  await expect(page.getByText('2 loans ready.')).toBeVisible()

  const borrowerName = example.split(',')[1] ?? ''
  await desk.makeLoan({ title: `${name} 2`, borrowerName })
  await page.getByRole('button', { name: 'Import 2 Loans' }).click()
  await expectToast(page, 'Import failed', /Row 3: A loan with this title and borrower exists/)
  await expect(page.getByText('1 loan is on the desk already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import Loans' })).toBeFocused()
  await page.getByLabel(/^Skip/).check()

  // The response is lost after the server creates the loan. A retry with the same key returns the first result.
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/imports/loans')) keys.push(request.headers()['idempotency-key'])
  })
  await page.route('**/api/admin/imports/loans?*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Import 1 Loan' }).click()
  await expectToast(page, "We couldn't confirm the import", "it can't be imported twice")
  await expect(page.getByLabel('Skip 2 that exist already')).toBeVisible()
  await page.unroute('**/api/admin/imports/loans?*')
  await page.getByRole('button', { name: 'Import Loans' }).click()
  await expect(page.getByText('1 loan imported')).toBeVisible()
  expect(keys).toEqual([expect.any(String), keys[0]])
  await page.getByRole('link', { name: 'Show Drafts' }).click()
  await page.getByLabel('Search loans').fill(name)
  const imported = page.getByRole('row').filter({ hasText: `${name} 1` })
  await expect(imported).toHaveCount(1)
  await expect(imported).toContainText('Draft')
  await page.context().close()
})

test('an administrator saves an import profile, uses it for the next file, and deletes it', async ({
  desk,
}) => {
  const name = randomUUID()
  const source = `Servicer ${name}`
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin/import')
  const headers = `Deal,Sponsor,Balance,Coupon,Months,Ref ${name}`
  const file = (month: string, ...above: string[]) =>
    csv(`${month}.csv`, [...above, headers, `${name} ${month},Weir LLC,4250,7.1,24,1`].join('\n'))
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles(file('September'))
  await expect(page.getByText(/^Choose a column for/)).toBeVisible()
  const fields = [
    ['Deal', 'title'],
    ['Sponsor', 'borrowerName'],
    ['Balance', 'amount'],
    ['Coupon', 'interestRate'],
    ['Months', 'term'],
  ] as const
  for (const [header, field] of fields)
    await page.getByLabel(`${header}, imported as`).selectOption(field)
  await page.getByLabel('Balance, unit').selectOption('thousands')
  await expect(page.getByText('1 loan ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Save as Profile' }).click()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill(source)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Profile saved', source)
  const line = page.getByRole('list', { name: 'Profiles for this file' })
  await expect(line).toHaveText(`Read with the profile ${source}.`)

  // The next file has an additional row above its headers.
  await page.goto('/admin/import')
  await chooser.setInputFiles(file('October', 'Pipeline as of 10/31/2026'))
  await expect(line).toContainText(`This file has the headers of the profile ${source}.`)
  const use = page.getByRole('button', { name: `Use Profile ${source}` })
  await use.click()
  await expect(page.getByText('1 loan ready.')).toBeVisible()
  await expect(page.getByLabel('Headers')).toHaveValue('2')
  await expect(page.getByLabel('Balance, unit')).toHaveValue('thousands')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(page.getByText(/^Choose a column for/)).toBeVisible()
  await expect(use).toBeFocused()
  await use.press('Enter')
  await page.getByLabel(`Ref ${name}, imported as`).selectOption('purpose')
  await expect(line).toContainText('with your changes.')
  await page.getByRole('button', { name: 'Import 1 Loan' }).click()
  await expect(page.getByText('1 loan imported')).toBeVisible()
  const drafts = await desk.admin.call('listAllLoans', { query: { search: name, isDraft: 'true' } })
  expect(drafts).toMatchObject([{ title: `${name} October`, amount: '4250000.00', purpose: '1' }])

  await page.getByRole('button', { name: 'Import Another File' }).click()
  const saved = page.getByRole('list', { name: 'Profiles', exact: true })
  await expect(saved.getByText(source)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${source}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(source)).toHaveCount(0)
  await chooser.setInputFiles(file('November'))
  await expect(page.getByText(/^Choose a column for/)).toBeVisible()
  await expect(line).toHaveCount(0)
  await page.context().close()
})

test("an administrator selects a workbook's sheet and the unit of a column, and skips hidden rows", async ({
  desk,
}) => {
  const name = randomUUID()
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin/import')
  const rows =
    rawRow(1, ['Pipeline as of 9/30/2026']) +
    rawRow(3, ['Title', 'Borrower', 'Amount', 'Rate', 'Term', 'LTV']) +
    rawRow(4, [`${name} 1`, 'Weir LLC', 2_000_000, 0.07125, 24, 65.16290726]) +
    rawRow(5, [`${name} 2`, 'Weir LLC', 3_000_000, 0.08, 24, 70], 'hidden="1"')
  const cover = { name: 'Cover', rows: rawRow(1, ['Loan tape']) + rawRow(2, ['See the next tab']) }
  const buffer = await rawWorkbook({ sheets: [cover, { name: 'Tape', rows }] })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'Tape.xlsx', mimeType: type, buffer })
  await expect(page.getByText('This is sheet 1 of 2.')).toBeVisible()
  await expect(page.getByText('Row 1 has only one header.')).toBeVisible()
  await page.getByLabel('Sheet').selectOption('Tape')
  await expect(page.getByLabel('Headers')).toHaveValue('3')

  await expect(page.getByText('Choose the unit of Rate.')).toBeVisible()
  const unit = page.getByLabel('Rate, unit')
  await expect(unit).toHaveAccessibleDescription('0.07125 could be 7.125%.')
  await expect(page.getByRole('button', { name: 'Import Loans' })).toBeDisabled()
  await unit.selectOption('Fractions of one')
  const columns = page.getByRole('region', { name: 'Columns to Check' })
  await expect(columns.getByRole('cell', { name: /^0.07125 is 7.125%/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '2 loans ready.' })).toContainText(
    '$5,000,000 in all, at 7.125% to 8.00%, LTV 65.16% to 70.00%, for 24 months.',
  )
  await expect(unit).toHaveValue('fraction')
  const lines = page.getByRole('region', { name: 'Loans as Stored', exact: true })
  await expect(lines.getByRole('row', { name: /^4 .+ Weir LLC .*7\.125%.* 65\.16%/ })).toBeVisible()
  await page.getByText('All fields of the first loans').click()
  const first = page.getByRole('region', { name: 'All fields of the first loans' })
  await expect(first.getByRole('row', { name: /^Exact Note Rate 7\.125% –/ })).toBeVisible()
  await expect(first.getByRole('row', { name: /^LTV 65\.16% 70\.00%/ })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Notes' }).getByText('Rounded to 65.16%'),
  ).toBeVisible()

  await page.getByLabel('Leave out the hidden row').check()
  await expect(page.getByText('1 loan ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 Loan' }).click()
  await expect(page.getByText('1 loan imported')).toBeVisible()
  const drafts = await desk.admin.call('listAllLoans', { query: { search: name, isDraft: 'true' } })
  expect(drafts).toMatchObject([{ interestRate: '7.13', noteRate: '7.125', ltv: '65.16' }])
  await page.context().close()
})

test('an administrator sees how fractions are stored as percent, and decides above the loans', async ({
  desk,
}) => {
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin/import')
  const loan = (ltv: string) => `${randomUUID()},Weir LLC,2000000,7.25,24,${ltv}`
  const rows = ['Title,Borrower,Amount,Rate,Term,LTV', ...['0.65', '0.7', '1.05'].map(loan)]
  await page.locator('input[type=file]').setInputFiles(csv('Loans.csv', rows.join('\n')))
  const unit = page.getByLabel('LTV, unit')
  await expect(unit).toHaveAccessibleDescription('0.65 could be 65%.')
  await unit.selectOption('Percent')
  const notes = page.getByRole('region', { name: 'Notes' })
  await expect(
    notes.getByRole('row', { name: /^2 LTV 0.65 0.65 is stored as 0.65%/ }),
  ).toBeVisible()
  await expect(notes.getByText('1.05 is stored as 1.05%')).toBeVisible()
  const unlikely = page.getByText('LTV has unlikely figures: check the unit below.')
  await expect(unlikely).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    ...['3 Notes', 'Columns to Check', 'Loans as Stored', 'Matched Columns'],
  ])
  await unit.selectOption('Fractions of one')
  await expect(page.getByText('LTV 65.00% to 105.00%')).toBeVisible()
  await expect(notes.getByText('is stored as')).toHaveCount(0)
  await expect(unlikely).toHaveCount(0)
  await page.context().close()
})
