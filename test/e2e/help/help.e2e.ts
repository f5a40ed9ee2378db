import { expect, test } from '#test/e2e/support/desk.ts'

test('a lender follows a link to a help topic and searches the other topics', async ({ desk }) => {
  const loan = await desk.makeLoan()
  const page = await desk.openAs(await desk.makeLender())
  await page.goto(`/loans/${loan.id}`)
  await page
    .getByRole('button', { name: /^Commit/ })
    .first()
    .click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'How soft and binding differ' }).click()
  const help = await opening
  const heading = { name: "What's the difference between soft and binding?" }
  await expect(help.getByRole('heading', heading)).toBeFocused()
  await expect(help.getByRole('heading', { name: /spreadsheet/ })).toHaveCount(0)
  await help.getByRole('searchbox', { name: 'Search help' }).fill('recovery phone')
  await expect(help.getByRole('heading', heading)).toHaveCount(0)
  await expect(
    help.getByRole('heading', { name: 'How does two-factor sign-in work?' }),
  ).toBeVisible()
  const search = help.getByRole('searchbox', { name: 'Search help' })
  await search.fill('zebra')
  const clear = help.getByRole('button', { name: 'Clear Search' })
  await expect(clear).toBeVisible()
  await search.fill('soft')
  await expect(help.getByRole('heading', heading)).toBeVisible()
  await expect(search).toBeFocused()
  await search.fill('zebra')
  await expect(help).toHaveURL('/help?search=zebra')
  await help.reload()
  await expect(search).toHaveValue('zebra')
  await clear.click()
  await expect(search).toBeFocused()
  await expect(help.getByRole('heading', heading)).toBeVisible()
  await page.context().close()
})
