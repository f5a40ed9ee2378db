import { expect, test } from '#test/e2e/support/desk.ts'
import { expectToast, openToast, openWholeLoan } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

test('a favorite is kept after a reload and can be removed', async ({ page, desk, lender }) => {
  spec('1.11', '2.6.7', '2.8.10', '4.10')
  const loan = await desk.makeLoan()
  await page.goto(`/loans?view=grid&search=${encodeURIComponent(loan.title)}`)
  const heart = page.getByRole('button', { name: `Favorite ${loan.title}` })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => lender.call('listFavorites')).toMatchObject([{ loanId: loan.id }])
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/loans/${loan.id}`)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => lender.call('listFavorites')).toEqual([])
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('a rejected favorite is removed with a message, and adding a favorite after the session has ended opens the login page', async ({
  page,
  desk,
  lender,
}) => {
  spec('6.7', '8.6', '8.7')
  await test.step('a rejected favorite is removed with a message', async () => {
    const loan = await desk.makeLoan()
    await page.goto(`/loans/${loan.id}`)
    const heart = page.getByRole('button', { name: `Favorite ${loan.title}` })
    await expect(heart).toBeEnabled()
    await page.route('**/api/favorites', (route) => route.abort())
    await heart.click()
    await expectToast(page, 'Error', 'Failed to update favorite.')
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(openToast(page)).toHaveCount(1)
    expect(await lender.call('listFavorites')).toEqual([])
    await page.unroute('**/api/favorites')
  })

  await test.step('adding a favorite after the session has ended opens the login page', async () => {
    const loan = await desk.makeLoan()
    // Wait for pending requests. Otherwise, one of them could detect that the session has ended before the heart button
    // does.
    await openWholeLoan(page, loan)
    const heart = page.getByRole('button', { name: `Favorite ${loan.title}` })
    await expect(heart).toBeEnabled()
    // A sign-out would be announced to the tab, which could open the login page before the button is clicked.
    await page.context().clearCookies()
    const clickedAt = Date.now()
    await heart.click()
    await expectToast(page, 'Login Required', 'Please log in to favorite loans.')
    await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
    // The toast is shown for 500 ms before the login page opens.
    expect(Date.now() - clickedAt).toBeGreaterThan(400)
  })
})
