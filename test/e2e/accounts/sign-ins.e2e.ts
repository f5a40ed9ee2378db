import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { expectToast, logIn } from '#test/e2e/support/screen.ts'
import { security } from '#test/support/requirements.ts'

const card = (page: Page) => page.getByRole('region', { name: "Where you're signed in" })
const heading = (page: Page) => card(page).getByRole('heading')
const signIns = (page: Page) => card(page).getByRole('listitem')

testOnPhone(
  "the profile lists a user's sessions and can end a session in another browser",
  async ({ desk }) => {
    const lender = await desk.makeLender()
    const [here, there] = [await desk.openAs(null), await desk.openAs(null)]
    await logIn(here, lender.email, lender.password)
    await expect(here).toHaveURL('/dashboard')
    await logIn(there, lender.email, lender.password)
    await expect(there).toHaveURL('/dashboard')

    await here.goto('/profile')
    // Registering also created a session. Its client sends no User-Agent header.
    await expect(signIns(here)).toHaveCount(3)
    const current = signIns(here).filter({ hasText: 'This browser' })
    await expect(current).toHaveCount(1)
    await expect(current).toContainText(/^Chrome on \w+/)
    await expect(current).toContainText(/127\.0\.0\.1 · Since .+ · Last seen .+/)
    await expect(current.getByRole('button')).toHaveCount(0)
    const more = [await desk.signIn(lender), await desk.signIn(lender)]
    await here.reload()
    await expect(signIns(here)).toHaveCount(3)
    await here.getByRole('button', { name: 'Show All 5' }).click()
    await expect(signIns(here)).toHaveCount(5)
    await expect(signIns(here).nth(3).getByRole('button')).toBeFocused()
    for (const each of more) await each.call('logout')
    await here.reload()
    await expect(signIns(here)).toHaveCount(3)
    const other = signIns(here).filter({ hasText: 'Chrome' }).filter({ hasNotText: 'This browser' })
    await other.getByRole('button', { name: /^Sign out Chrome/ }).click()
    await expectToast(here, 'Signed out', 'is no longer signed in')
    await expect(signIns(here)).toHaveCount(2)
    // The focused button has been removed, so the heading receives focus.
    await expect(heading(here)).toBeFocused()
    await there.goto('/loans')
    await expect(there).toHaveURL('/login?to=/loans')
  },
)

test('signing out everywhere asks for confirmation and opens the login page', async ({ desk }) => {
  security('7.5.2')
  const lender = await desk.makeLender()
  const [here, there] = [await desk.openAs(lender), await desk.openAs(null)]
  await logIn(there, lender.email, lender.password)
  await expect(there).toHaveURL('/dashboard')
  await here.goto('/profile')
  await expect(signIns(here)).toHaveCount(2)
  const everywhere = here.getByRole('button', { name: 'Sign Out Everywhere' })
  await everywhere.click()
  const question = here.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await expect(question).toContainText(
    "You'll be signed out of all 2 browsers, including this one.",
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(everywhere).toBeFocused()
  await everywhere.click()
  await question.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expect(here).toHaveURL('/login')
  expect(await lender.refusal('getCurrentUser')).toContain('401')
  await there.goto('/dashboard')
  await expect(there).toHaveURL('/login')
})
