import { expectClear, expectToast, openToast, endAnimations } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'
import { expect, test, testOnPhone, type Page } from './support/desk.ts'
import { actOn } from './support/panel.ts'

async function failSignIn(page: Page) {
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled()
  await expect(openToast(page)).toBeVisible()
}

async function swipe(page: Page, byPx: number) {
  const box = await openToast(page).boundingBox()
  if (!box) throw new Error('No toast to swipe')
  const [x, y] = [box.x + 60, box.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 6; step += 1) await page.mouse.move(x + (byPx * step) / 6, y)
  await page.mouse.up()
}

test('only one toast is visible at a time, and it closes on a key press, on a swipe to the right, or after 5 seconds', async ({
  page,
}) => {
  spec('9.21', '9.24', '9.25')
  await page.goto('/login')
  await test.step('only one toast is visible at a time, and it is at most 420 px wide', async () => {
    await failSignIn(page)
    await failSignIn(page)
    await expect(openToast(page)).toHaveCount(1)
    const box = await openToast(page).boundingBox()
    expect(box?.width).toBeLessThanOrEqual(420)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
  })

  await test.step('F8 moves focus to the toast, which can then be closed with the keyboard', async () => {
    await failSignIn(page)
    await page.getByLabel('Email').focus()
    await page.keyboard.press('F8')
    await expect(openToast(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(openToast(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(openToast(page)).toHaveCount(0)
    await expect(page.getByLabel('Email')).toBeFocused()
  })

  await test.step("a 50 px swipe to the right closes a toast, but a shorter swipe doesn't", async () => {
    await failSignIn(page)
    await swipe(page, 40)
    await expect(openToast(page)).toHaveCount(1)
    await swipe(page, 60)
    await expect(openToast(page)).toHaveCount(0)
  })

  await test.step('a toast closes automatically after about 5 seconds', async () => {
    await failSignIn(page)
    // The toast would stay open if it were focused or under the pointer.
    await page.mouse.move(0, 0)
    await page.getByLabel('Email').focus()
    // Only a minimum time is checked, because a slow machine can lengthen the time but not shorten it.
    const startedAt = Date.now()
    await expect(openToast(page)).toHaveCount(0, { timeout: 15_000 })
    expect(Date.now() - startedAt).toBeGreaterThan(3000)
  })
})

testOnPhone(
  "a toast about a failed deletion doesn't cover the dialog's title or buttons",
  async ({ page, desk }) => {
    const loan = await desk.makeLoan()
    // If the loan has commitments, the dialog requires its title.
    await desk.makeCommitment(await desk.makeLender(), loan)
    const admin = await desk.openAs(desk.admin)
    const size = page.viewportSize() ?? { width: 360, height: 780 }
    await admin.setViewportSize(size)
    await admin.goto(`/admin?search=${encodeURIComponent(loan.title)}`)
    await actOn(admin, 'Delete', loan.title)
    const question = admin.getByRole('alertdialog')
    await question.getByRole('textbox').fill(loan.title)
    await admin.route('**/api/admin/loans/*', (route) => route.abort())
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(admin, 'Error', 'Failed to delete loan')
    await endAnimations(admin)
    await expectClear(admin, question, ['Cancel', 'Delete'], size.width)
  },
)
