import { memoryFolder } from '#test/support/memory-folder.ts'
import { startSampleProduct } from '#test/support/product.ts'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#test/e2e/support/desk.ts'
import { expectToast, logIn } from '#test/e2e/support/screen.ts'

async function beginToCommit(
  browser: Browser,
  { address, sampleLender: { email, password } }: Awaited<ReturnType<typeof startSampleProduct>>,
) {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  await logIn(page, email, password)
  await page.getByRole('link', { name: 'Browse Loans' }).first().click()
  await page
    .getByRole('button', { name: /^Commit to / })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Commit to Loan' }).getByRole('spinbutton').fill('3')
  return page
}

/** A dialog about changed terms opens without a reload while the lender is working, and the lender's input is kept. */
async function acceptTerms(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Our terms changed' })
  await expect(dialog).toContainText('These are the terms of Harborline Capital.')
  const changes = dialog.getByRole('region', { name: 'What Changed' })
  await expect(changes.getByRole('listitem').last()).toHaveText(
    'Added · Our termsThese are the terms of Harborline Capital.',
  )
  await expect(changes).toContainText('Removed · About these terms')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toHaveCount(0)
  const commit = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(commit.getByRole('spinbutton')).toHaveValue('3')
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: '1. Our terms' })).toBeVisible()
}

const publishElsewhere = (page: Page) =>
  page.evaluate(async () => {
    const { ok } = await fetch('/api/admin/legal', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'terms', text: '# Of another tab' }),
    })
    if (!ok) throw new Error('Not published')
  })

// This test starts a separate server, because all other tests need the sample portfolio.
test('an administrator turns a sample installation into a live installation', async ({
  browser,
}) => {
  test.slow()
  const product = await startSampleProduct({ parentFolder: memoryFolder() })
  const context = await browser.newContext({ baseURL: product.address })
  try {
    const page = await context.newPage()
    await logIn(page, product.admin.email, product.admin.password)
    const setup = page.getByRole('region', { name: 'Set Up Your Desk' })
    await expect(setup).toContainText('0 of 9 done')
    await setup.getByRole('button', { name: 'Continue: Set Up Your Desk' }).click()
    await setup.getByRole('button', { name: 'Work Without Email' }).click()
    await expect(setup).toContainText('1 of 9 done')
    await expect(setup.getByRole('heading', { name: 'Set Up Your Desk' })).toBeFocused()
    await setup.getByRole('link', { name: 'Enter your name' }).click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Cole')
    await page.getByRole('button', { name: 'Save Name' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(setup).toContainText('2 of 9 done')
    await setup.getByRole('button', { name: 'Hide: Set Up Your Desk' }).click()
    await expectToast(page, 'Hidden from the dashboard')
    await expect(setup).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()

    await page.goto('/admin/settings#terms')
    await expect(setup).toContainText('Without email')
    await expect(page.getByRole('button', { name: 'Edit: Terms of Service' })).toBeFocused()

    const lenderPage = await beginToCommit(browser, product)
    await page.getByRole('button', { name: 'Edit: Terms of Service' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Terms of Service' })
    await editor.getByLabel('Text').fill('# Our terms\n\nThese are the terms of {company}.')
    await expect(editor.getByRole('region', { name: 'Preview' })).toContainText(
      'These are the terms of Harborline Capital.',
    )
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await publishElsewhere(page)
    await expect(editor.getByRole('alert')).toContainText(
      'Ada Cole published version 1 while you were editing',
    )
    await editor.getByLabel('Replace version 1').check()
    await editor.getByLabel('Ask lenders to accept it').check()
    await editor.getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, 'Published')
    await expect(page.getByText(/^Version 2, since .*, by Ada Cole$/)).toBeVisible()
    await acceptTerms(lenderPage)
    await lenderPage.context().close()

    await expect(page.getByLabel('Phone')).not.toHaveValue('')
    await page.getByLabel('Company name').fill('Quay Street Lending')
    const sample = page.getByRole('region', { name: 'Sample Data' })
    await expect(sample).toContainText('34 loans, 23 people')
    await sample.getByRole('button', { name: 'Remove Sample Data' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove the sample data?' })
    const confirm = dialog.getByRole('button', { name: 'Remove Sample Data' })
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type “remove” to confirm').fill('remove')
    await confirm.click()
    await expectToast(page, 'Sample data removed')
    await expect(sample).toHaveCount(0)
    // The next save must not publish the sample's details, and must keep unsaved input.
    await expect(page.getByLabel('Phone')).toHaveValue('')
    await expect(page.getByLabel('Company name')).toHaveValue('Quay Street Lending')
    await expect(page.getByText("Your company isn't set up yet.")).toBeVisible()
    await setup.getByRole('button', { name: 'Show on Dashboard' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(setup).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add Your First Loan', exact: true })).toBeVisible()
  } finally {
    await context.close()
    await product.stop()
  }
})
