import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'

const rows = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

test('loading the audit trail can be retried after a failure, and a failed refresh or export shows a message', async ({
  desk,
}) => {
  const page = await desk.openAs(desk.admin)
  await test.step('loading the audit trail can be retried after a failure', async () => {
    await page.route(/\/api\/admin\/audit(\/state|\?.*)$/, (route) => route.abort())
    await page.goto('/admin/audit')
    await expect(page.getByText("The audit trail couldn't be loaded")).toBeVisible()
    await expect(page.getByText("The state of the seal couldn't be loaded.")).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText("The state of the seal couldn't be loaded.")).toBeHidden()
    await expect(rows(page, /127\.0\.0\.1/).first()).toBeVisible()
  })

  await test.step('a failed refresh of the audit trail shows a message and marks the list as out of date', async () => {
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const refresh = page.getByRole('button', { name: 'Refresh' })
    const stale = page.getByText(/^Not up to date: The server cannot be reached/)
    await page.route('**/api/admin/audit*', (route) => route.abort())
    await refresh.click()
    await expectToast(page, 'Not refreshed', 'The server cannot be reached')
    await expect(stale).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(refresh).toBeFocused()
    await page.unrouteAll()
    await refresh.click()
    await expect(stale).toBeHidden()
    await expect(refresh).toBeFocused()
  })

  await test.step('a failed audit export shows a message, and an export after the session has ended opens the login page', async () => {
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.route('**/api/admin/audit.csv*', (route) => route.abort())
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expectToast(page, 'Error', /The export failed\. The server cannot be reached/)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused()
    await page.unroute('**/api/admin/audit.csv*')
    // Without cookies, the call is rejected as if the session had ended in another browser.
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expectToast(page, 'Login Required')
    await expect(page).toHaveURL(/\/login/)
  })
})
