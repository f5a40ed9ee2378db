/** Every screen has a way to sign out. After a sign-out, no account data remains in the browser. */
import { pages } from '#contract/pages.ts'
import { enter, expect, test, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'
import { hold, logIn, openWhole } from '#test/e2e/support/screen.ts'
import { openUpload, uploadAndWait } from '#test/e2e/support/uploads.ts'
import { security } from '#test/support/requirements.ts'
import { pdfFile } from '#test/support/sample-files.ts'

const logOut = (page: Page) => page.getByRole('button', { name: 'Log Out' })

/** These pages have no Log Out button, because they don't show the signed-in user. */
const forVisitors = new Set<string>([
  ...[pages.login, pages.register, pages.forgotPassword, pages.resetPassword],
])

test('Log Out can be reached on every page at desktop and phone sizes', async ({ page, desk }) => {
  security('7.4.4')
  const { id } = await desk.makeLoan()
  const lender = await desk.makeLender()
  await enter(page.context(), desk.admin)
  for (const path of [...Object.values(pages), '/no-such-page']) {
    if (forVisitors.has(path)) continue
    await page.goto(path.replace(':id', id), { waitUntil: 'commit' })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 })
      // A trial click only checks whether the button can be clicked.
      await logOut(page).click({ trial: true })
      await expect(logOut(page), `${path}, ${width} px wide`).toBeInViewport()
    }
  }
  await page.context().clearCookies()
  await enter(page.context(), await desk.signIn(lender))
  await page.goto(pages.admin)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await logOut(page).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
})

async function storedInBrowser(page: Page) {
  const cookies = await page.context().cookies()
  const stored = await page.evaluate(async () => ({
    local: Object.fromEntries(Object.entries(localStorage)),
    session: Object.fromEntries(Object.entries(sessionStorage)),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
  return { ...stored, cookies: cookies.map(({ name }) => name).toSorted() }
}

const nothing = { local: {}, session: {}, databases: [], caches: [], workers: 0, cookies: [] }

test('the browser stores only the theme, the sidebar state, and the session, and signing out removes the session', async ({
  page,
  desk,
}) => {
  security('14.3.3')
  const title = uniqueTitle()
  const loan = await desk.makeLoan({ title })
  const lender = await desk.makeLender()
  await logIn(page, lender.email, lender.password)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('button', { name: /theme/i }).click()
  await page.goto(`/loans?search=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Commit to ${title}` }).click()
  await page.getByRole('button', { name: 'Confirm Commitment' }).click()
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible()
  await page.goto(`/loans/${loan.id}`)
  await page.getByLabel('Your message').fill('Who else is in it?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('log')).toContainText('Who else is in it?')
  for (const path of [pages.commitments, pages.notifications, pages.profile])
    await openWhole(page, path)

  const preferences = { ...nothing, local: { theme: 'dark' } }
  expect(await storedInBrowser(page)).toEqual({ ...preferences, cookies: ['sid', 'sidebar_state'] })
  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'sid')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await logOut(page).click()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  expect(await storedInBrowser(page)).toEqual({ ...preferences, cookies: ['sidebar_state'] })
})

test("an upload stores nothing in the browser's storage", async ({ page, desk }) => {
  security('14.3.3')
  const dialog = await openUpload(page, desk, 'document')
  const name = 'Guaranty.pdf'
  await uploadAndWait(dialog, { name, mimeType: 'application/pdf', buffer: pdfFile(name) })
  expect(await storedInBrowser(page)).toEqual({ ...nothing, cookies: ['sid'] })
})

test('signing out opens the landing page even while downloads are stalled', async ({ desk }) => {
  const page = await desk.openAs(await desk.makeLender())
  await openWhole(page, '/dashboard')
  const release = await hold(page, '**/assets/**')
  await logOut(page).click()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  release()
})
