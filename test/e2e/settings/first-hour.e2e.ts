import { memoryFolder } from '#test/support/memory-folder.ts'
import { startSampleProduct } from '#scripts/support/product.mjs'
import { expect, test } from '#test/e2e/support/desk.ts'
import { expectToast, logIn } from '#test/e2e/support/screen.ts'

// It starts its own product, because every other test needs the sample.
test('an administrator makes a desk with the sample its own', async ({ browser }) => {
  test.slow()
  const product = await startSampleProduct({ parentFolder: memoryFolder() })
  const context = await browser.newContext({ baseURL: product.address })
  try {
    const page = await context.newPage()
    await logIn(page, product.admin.email, product.admin.password)
    const setup = page.getByRole('region', { name: 'Set Up Your Desk' })
    await expect(setup).toContainText('0 of 7 done')
    await setup.getByRole('button', { name: 'Work Without Email' }).click()
    await expect(setup).toContainText('1 of 7 done')
    await setup.getByRole('link', { name: 'Enter your name' }).click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Cole')
    await page.getByRole('button', { name: 'Save Name' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(setup).toContainText('2 of 7 done')
    await setup.getByRole('button', { name: 'Hide: Set Up Your Desk' }).click()
    await expectToast(page, 'Hidden from the dashboard')
    await expect(setup).toHaveCount(0)

    await page.goto('/admin/settings')
    await expect(setup).toContainText('Without email')
    const sample = page.getByRole('region', { name: 'Sample Data' })
    await expect(sample).toContainText('24 loans, 15 people')
    await sample.getByRole('button', { name: 'Remove Sample Data' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove the sample data?' })
    const confirm = dialog.getByRole('button', { name: 'Remove Sample Data' })
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type “remove” to confirm').fill('remove')
    await confirm.click()
    await expectToast(page, 'Sample data removed')
    await expect(sample).toHaveCount(0)
    await expect(page.getByText("Your company isn't set up yet.")).toBeVisible()
    await setup.getByRole('button', { name: 'Show on Dashboard' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(setup).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add Your First Loan' })).toBeVisible()
  } finally {
    await context.close()
    await product.stop()
  }
})
