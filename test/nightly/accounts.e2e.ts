import { startProduct } from '#test/support/product.ts'
import { expect, registerAt, test, type Page } from '#test/e2e/support/desk.ts'
import { hold, expectToast, logIn } from '#test/e2e/support/screen.ts'
import { waitForMailTo } from '#test/e2e/support/mails.ts'
import { codeField } from '#test/e2e/support/two-factor.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { turnOn } from '#test/support/second-factor.ts'

const card = (page: Page) => page.getByRole('region', { name: "Where you're signed in" })

const heading = (page: Page) => card(page).getByRole('heading')

const signIns = (page: Page) => card(page).getByRole('listitem')

test('saving a name keeps a company typed during the save, and the profile offers to restore an unsaved name', async ({
  desk,
}) => {
  const pending = await desk.makePending()
  const page = await desk.openAs(pending)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const offer = page.getByRole('group', { name: /^You have unsaved changes from / })
  const save = async () => {
    await page.getByRole('button', { name: 'Save Name' }).click()
    await expectToast(page, 'Profile updated')
  }
  const leaveAndComeBack = async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.goBack()
    await expect(offer).toBeVisible()
  }
  await page.goto('/profile')
  await field('Which firm are you with?').fill('Cole Capital')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(field('Company')).toHaveValue('Cole Capital')
  await field('First name').fill('Maud')
  await save()
  expect(await pending.call('getCurrentUser')).toMatchObject({
    firstName: 'Maud',
    companyName: 'Cole Capital',
  })

  await field('First name').fill('Mia')
  await field('Last name').fill('Stone')
  await leaveAndComeBack()
  await field('Company').fill('Stone Capital')
  await save()
  await field('Company').fill('Stone Lending')
  await leaveAndComeBack()
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(field('First name')).toHaveValue('Mia')
  await expect(field('First name')).toBeFocused()
  await expect(field('Last name')).toHaveValue('Stone')
  await expect(field('Company')).toHaveValue('Stone Capital')
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(field('Company')).toHaveValue('Stone Lending')
  await expect(field('Company')).toBeFocused()
  await expect(offer).toBeHidden()
  await leaveAndComeBack()
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toBeHidden()
  await expect(field('First name')).toBeFocused()
  await expect(field('First name')).toHaveValue('Maud')
})

test('text typed while names are being saved is kept, even if the user leaves the page', async ({
  desk,
}) => {
  const pending = await desk.makePending()
  const page = await desk.openAs(pending)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const saveName = page.getByRole('button', { name: 'Save Name' })
  const own = '**/api/auth/user'
  const saveRequest = () => page.waitForRequest((request) => request.method() === 'PATCH')
  await page.goto('/profile')
  await field('First name').fill(' Maud ')
  const loadValidation = await hold(page, '**/assets/*.js')
  const answerFirst = await hold(page, own)
  const first = saveRequest()
  await saveName.click()
  await field('Last name').fill('Cole')
  loadValidation()
  await first
  await field('Last name').fill('Stone')
  answerFirst()
  await expect(page.getByRole('heading', { name: 'Maud Cole' })).toBeVisible()
  await expect(field('First name')).toHaveValue('Maud')
  await expect(field('Last name')).toHaveValue('Stone')
  // The first save already stored the first name. The second save must not overwrite another user's later change to it.
  await pending.call('updateProfile', { body: { firstName: 'Mia' } })

  const answerSecond = await hold(page, own)
  const second = saveRequest()
  await saveName.click()
  await second
  await field('Last name').fill('Brook')
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  answerSecond()
  await expect(page.getByRole('button', { name: /^Mia Stone/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(field('First name')).toHaveValue('Mia')
  await expect(field('Last name')).toHaveValue('Brook')
  await saveName.click()
  await expect(page.getByRole('button', { name: /^Mia Brook/ })).toBeVisible()
})

// The test needs a server with only one administrator, so it starts a separate server, which is slow.
test("the only administrator can change the account's email address in the profile", async ({
  browser,
}) => {
  test.slow()
  const product = await startProduct({ parentFolder: memoryFolder() })
  const context = await browser.newContext({ baseURL: product.address })
  try {
    const lender = await registerAt(product.address)
    const page = await context.newPage()
    const { email: old, password } = product.admin
    await logIn(page, old, password)
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/profile')
    const change = page.getByRole('button', { name: 'Change Email' })
    await change.click()
    const dialog = page.getByRole('dialog', { name: 'Change Email' })
    const address = dialog.getByLabel('New email')
    const send = dialog.getByRole('button', { name: 'Change Email' })
    await address.fill('nowhere')
    await send.click()
    await expect(address).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
      'Password is required',
    )
    await address.fill(lender.email)
    await dialog.getByLabel('Current password').fill('not this one')
    await send.click()
    await expectToast(page, 'Error', "Your current password isn't right")
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
      "Your current password isn't right",
    )
    await dialog.getByLabel('Current password').fill(password)
    await send.click()
    await expect(address).toHaveAccessibleDescription('An account with this email already exists')
    await address.fill('ada@example.com')
    await send.click()
    await expectToast(page, 'Email changed', 'Sign in with ada@example.com from now on.')
    await expect(dialog).toBeHidden()
    await expect(change).toBeFocused()
    await expect(page.getByRole('main').getByText('ada@example.com').first()).toBeVisible()
    await waitForMailTo(old, 'to ada@example.com at', product)

    const fresh = await (await browser.newContext({ baseURL: product.address })).newPage()
    await logIn(fresh, 'ada@example.com', password)
    await expect(fresh).toHaveURL('/dashboard')
  } finally {
    await context.close()
    await product.stop()
  }
})

test('loading the session list can be retried after a failure, and ending a session that has already ended shows a message', async ({
  page,
  desk,
  lender,
}) => {
  await test.step('loading the session list can be retried after a failure', async () => {
    await page.route('**/api/auth/sessions', (route) => route.abort())
    await page.goto('/profile')
    await expect(card(page).getByText("Your sign-ins couldn't be loaded")).toBeVisible()
    await page.unroute('**/api/auth/sessions')
    await card(page).getByRole('button', { name: 'Retry' }).click()
    await expect(signIns(page).filter({ hasText: 'This browser' })).toHaveCount(1)
  })

  await test.step('ending a session that has already ended shows a message and removes the session from the list', async () => {
    const elsewhere = await desk.signIn(lender)
    await page.goto('/profile')
    await expect(signIns(page)).toHaveCount(2)
    await elsewhere.call('logout')
    await card(page)
      .getByRole('button', { name: /^Sign out / })
      .last()
      .click()
    await expectToast(page, 'Error', 'Failed to sign out the browser')
    await expect(signIns(page)).toHaveCount(1)
    await expect(heading(page)).toBeFocused()
  })
})

test('the page that asks for a code has a link for signing in with a different account', async ({
  page,
  desk,
}) => {
  const [guarded, plain] = [await desk.makeLender(), await desk.makeLender()]
  await turnOn(guarded)
  await logIn(page, guarded.email, guarded.password)
  await expect(codeField(page)).toBeVisible()
  await page.getByRole('button', { name: 'Use Another Account' }).click()
  await expect(codeField(page)).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue(guarded.email)
  await page.getByLabel('Email').fill(plain.email)
  await page.getByLabel('Password', { exact: true }).fill(plain.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/dashboard')
})
