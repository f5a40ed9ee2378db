import { memoryFolder } from '#test/support/memory-folder.ts'
import { startProduct } from '#test/support/product.ts'
import { expect, test } from '#test/e2e/support/desk.ts'
import { expectToast, logIn } from '#test/e2e/support/screen.ts'

// The test starts a separate server, because all other tests use the sample's company.
test("an administrator sets a new installation's company name, which then appears on every page", async ({
  browser,
}) => {
  test.slow()
  const product = await startProduct({ parentFolder: memoryFolder() })
  const context = await browser.newContext({ baseURL: product.address })
  try {
    const page = await context.newPage()
    const landing = page.getByRole('contentinfo')
    await page.goto('/')
    await expect(landing).toContainText('Paripassu')
    await expect(page.getByText('desk@example.com').first()).toBeVisible()

    await logIn(page, product.admin.email, product.admin.password)
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'Set up your company' }).click()
    const name = page.getByLabel('Company name')
    await expect(name).toBeFocused()
    await expect(page).toHaveURL('/admin/settings')
    // The link is clicked repeatedly, because it must work every time.
    for (let times = 0; times < 2; times += 1) {
      await page.getByRole('link', { name: 'Name your company' }).press('Enter')
      await expect(name).toBeFocused()
    }
    await name.fill('Quay Street Lending')
    await page.getByRole('button', { name: 'Save Company' }).click()
    await expect(page.getByText('Phone is required')).toBeVisible()
    await page.getByLabel('Email').fill('desk@quay.example')
    await page.getByLabel('Phone').fill('(212) 555-0177')
    await page.getByLabel('Address *', { exact: true }).fill('7 Quay Street, New York, NY 10004')
    await page.getByLabel('Website').fill('quay example')
    await page.getByLabel('Professional network page').fill('https://network.example/quay')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('(212) 555-0177')
    await page.getByRole('button', { name: 'Save Company' }).click()
    await expect(
      page.getByText('Must be a web address, like https://www.example.com'),
    ).toBeVisible()
    await page.getByLabel('Website').fill('www.quay.example')
    await page.getByRole('button', { name: 'Save Company' }).click()
    await expectToast(page, 'Company saved')

    await expect(page.getByText("Your company isn't set up yet.")).toHaveCount(0)
    const logo = page.getByRole('complementary').getByText('Quay Street Lending')
    await expect(logo).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('desk@quay.example')
    await page.reload()
    await expect(logo).toBeVisible()
    await expect(page.getByLabel('Phone')).toHaveValue('(212) 555-0177')
    await expect(page.getByLabel('Website')).toHaveValue('https://www.quay.example')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/')
    await page.reload()
    await expect(page.getByText('7 Quay Street, New York, NY 10004').first()).toBeVisible()
  } finally {
    await context.close()
    await product.stop()
  }
})
