import { startProduct } from '#test/support/product.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { readFile } from 'node:fs/promises'
import { currentCode, turnOn, wrongCode } from '#test/support/second-factor.ts'
import { enter, expect, test, testOnPhone, type Page, type Person } from '#test/e2e/support/desk.ts'
import {
  expectToast,
  areDisjoint,
  logIn,
  openToast,
  searchUsers,
} from '#test/e2e/support/screen.ts'
import {
  codeField,
  nextCode,
  openSetUp,
  shownSecret,
  twoFactorCard,
} from '#test/e2e/support/two-factor.ts'

async function makeAdmin(admin: Person, person: Person, signIn: (as: Person) => Promise<Person>) {
  await admin.call('updateUser', { params: { id: person.id }, body: { isAdmin: 'true' } })
  return signIn(person)
}

async function recoveryCodes(page: Page) {
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  const items = codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  return { codes, shown: await items.allTextContents() }
}

testOnPhone(
  'after two-factor sign-in is set up, every sign-in asks for a code',
  async ({ page, desk, lender }) => {
    const elsewhere = await desk.signIn(lender)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/profile')
    await expect(twoFactorCard(page)).toContainText('Off')
    await twoFactorCard(page).getByRole('button', { name: 'Set Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' })
    const next = dialog.getByRole('button', { name: 'Continue' })
    await next.click()
    await expect(dialog.getByText('Password is required')).toBeVisible()
    await dialog.getByLabel('Current password').fill('not this one')
    await next.click()
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
      "Your current password isn't right",
    )
    await expectToast(page, 'Error', "Your current password isn't right")
    await dialog.getByLabel('Current password').fill(lender.password)
    await next.click()

    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(await openToast(page).count()).toBe(0)
    await expect(codeField(dialog)).toBeFocused()
    await expect(dialog.getByLabel('Or enter this key by hand')).toHaveValue(/^(\w{4} ){7}\w{4}$/)
    const secret = await shownSecret(dialog)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expectToast(page, 'Key copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await codeField(dialog).fill(wrongCode(secret))
    await dialog.getByRole('button', { name: 'Turn On' }).click()
    await expectToast(page, 'Error', "Two-factor sign-in stays off. This code isn't right")
    const wrong = dialog.getByText("This code isn't right")
    await expect(wrong).toBeVisible()
    for (const needed of [
      codeField(dialog),
      wrong,
      dialog.getByRole('button', { name: 'Turn On' }),
    ])
      expect(await areDisjoint(openToast(page), needed)).toBe(true)
    expect(await lender.call('getCurrentUser')).toMatchObject({ hasTwoFactor: 'false' })
    await codeField(dialog).fill(currentCode(secret))
    await dialog.getByRole('button', { name: 'Turn On' }).click()

    const { codes } = await recoveryCodes(page)
    await expect(openToast(page)).toHaveCount(0)
    await codes.getByRole('button', { name: "I've Saved Them" }).click()
    await expectToast(page, 'Two-factor sign-in turned on', 'signed out everywhere else')
    await expect(codes).toBeHidden()
    await expect(twoFactorCard(page).getByText('On', { exact: true })).toBeVisible()
    await expect(twoFactorCard(page)).toContainText('Recovery codes left: 10')
    expect(await elsewhere.refusal('getCurrentUser')).toContain('401')

    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/')
    await logIn(page, lender.email, lender.password)
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAccessibleDescription(
      'The 6-digit code from your authenticator app, or a recovery code.',
    )
    await expect(openToast(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-factor sign-in')
    await expect(page.getByRole('main')).toContainText(lender.email)
    await expect(page.getByLabel('Email')).toHaveCount(0)
    const enterThere = page.getByRole('button', { name: 'Log In' })
    await enterThere.click()
    await expect(page.getByText('Code is required')).toBeVisible()
    await codeField(page).fill(wrongCode(secret))
    await enterThere.click()
    await expectToast(page, 'Login failed', "This code isn't right")
    await expect(page.getByRole('main').getByText("This code isn't right")).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await codeField(page).fill(nextCode(secret))
    await enterThere.click()
    await expectToast(page, 'Login successful')
    await expect(page).toHaveURL('/dashboard')
  },
)

test('a recovery code can replace an authenticator code at sign-in, but only once', async ({
  desk,
}) => {
  const lender = await desk.makeLender()
  const [code = ''] = (await turnOn(lender)).recoveryCodes
  for (const expected of ['let in', 'refused'] as const) {
    const page = await desk.openAs(null)
    await logIn(page, lender.email, lender.password)
    await codeField(page).fill(code.toUpperCase())
    await page.getByRole('button', { name: 'Log In' }).click()
    if (expected === 'let in') {
      await expectToast(page, 'Login successful', 'Recovery codes left: 9')
      await expect(page).toHaveURL('/dashboard')
      await page.goto('/profile')
      await expect(twoFactorCard(page)).toContainText('Recovery codes left: 9')
    } else await expectToast(page, 'Login failed', "This code isn't right")
  }
})

test('recovery codes can be copied or saved, and closing the dialog before doing either asks for confirmation', async ({
  page,
  lender,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { dialog, secret } = await openSetUp(page, lender)
  await codeField(dialog).fill(currentCode(secret))
  await page.keyboard.press('Enter')
  const { codes, shown } = await recoveryCodes(page)
  await expect(codes.getByRole('button', { name: 'Copy' })).toBeFocused()

  const warning = page.getByRole('alertdialog', { name: 'Close without the recovery codes?' })
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(warning).toBeVisible({ timeout: 1000 })
  }).toPass()
  await warning.getByRole('button', { name: 'Back to the Codes' }).click()
  await expect(codes).toBeVisible()
  await codes.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Codes copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'))
  const saved = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain(lender.email)
  for (const code of shown) expect(file).toContain(`${code}\n`)
  await codes.getByRole('button', { name: 'Close' }).click()
  await expect(codes).toBeHidden()
  await expect(warning).toBeHidden()
})

test('creating new recovery codes requires the password and a code and replaces the old ones', async ({
  page,
  desk,
  lender,
}) => {
  const { secret, recoveryCodes: before } = await turnOn(lender)
  const elsewhere = await desk.openAs(null)
  await logIn(elsewhere, lender.email, lender.password)
  await codeField(elsewhere).fill(before[1] ?? '')
  await elsewhere.getByRole('button', { name: 'Log In' }).click()
  await expect(elsewhere).toHaveURL('/dashboard')
  await enter(page.context(), lender)
  await page.goto('/profile')
  await twoFactorCard(page).getByRole('button', { name: 'New Recovery Codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'New recovery codes' })
  await expect(dialog).toHaveAccessibleDescription(/you're signed out everywhere else/)
  const next = dialog.getByRole('button', { name: 'Continue' })
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await dialog.getByLabel('Current password').fill(lender.password)
  await next.click()
  await expect(dialog.getByText('Code is required')).toBeVisible()
  await codeField(dialog).fill(wrongCode(secret))
  await next.click()
  await expectToast(page, 'Error', "Failed to create new recovery codes. This code isn't right")
  await expect(dialog.getByText("This code isn't right")).toBeVisible()
  await codeField(dialog).fill(before[2] ?? '')
  await next.click()
  const { codes, shown: fresh } = await recoveryCodes(page)
  await codes.getByRole('button', { name: "I've Saved Them" }).click()
  await expectToast(page, 'New recovery codes created', 'signed out everywhere else')
  await expect(codes).toBeHidden()
  await expect(twoFactorCard(page)).toContainText('Recovery codes left: 10')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/^[^?]*\/login/)
  await page.reload()
  await expect(twoFactorCard(page).getByText('On', { exact: true })).toBeVisible()

  await logIn(elsewhere, lender.email, lender.password)
  await codeField(elsewhere).fill(before[0] ?? '')
  await elsewhere.getByRole('button', { name: 'Log In' }).click()
  await expectToast(elsewhere, 'Login failed', "This code isn't right")
  await codeField(elsewhere).fill(fresh[0] ?? '')
  await elsewhere.getByRole('button', { name: 'Log In' }).click()
  await expect(elsewhere).toHaveURL('/dashboard')
})

test('turning off two-factor sign-in requires the password and a code', async ({
  page,
  desk,
  lender,
}) => {
  const { secret, recoveryCodes: own } = await turnOn(lender)
  await enter(page.context(), lender)
  await page.goto('/profile')
  await twoFactorCard(page).getByRole('button', { name: 'Turn Off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off two-factor sign-in?' })
  const turnOff = dialog.getByRole('button', { name: 'Turn Off' })
  await dialog.getByLabel('Current password').fill(lender.password)
  await codeField(dialog).fill(wrongCode(secret))
  await turnOff.click()
  await expectToast(page, 'Error', "Two-factor sign-in stays on. This code isn't right")
  await codeField(dialog).fill(own[0] ?? '')
  await turnOff.click()
  await expectToast(page, 'Two-factor sign-in turned off')
  await expect(dialog).toBeHidden()
  await expect(twoFactorCard(page).getByRole('button', { name: 'Set Up' })).toBeVisible()
  const visitor = await desk.openAs(null)
  await logIn(visitor, lender.email, lender.password)
  await expect(visitor).toHaveURL('/dashboard')
})

test("an administrator turns off a user's two-factor sign-in", async ({ desk }) => {
  const lender = await desk.makeLender({ firstName: 'Ines', lastName: 'Falk' })
  await turnOn(lender)
  const page = await desk.openAs(desk.admin)
  await openEdit(page, lender, 'Ines Falk')
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  const off = dialog.getByRole('button', { name: 'Turn Off Two-Factor Sign-In' })
  await off.click()
  const question = page.getByRole('alertdialog', {
    name: 'Turn off two-factor for Ines Falk?',
  })
  await expect(question).toContainText('Ines is signed out, told by email')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(off).toBeFocused()
  await off.click()
  await question.getByRole('button', { name: 'Turn Off' }).click()
  await expectToast(
    page,
    'Two-factor sign-in turned off',
    'Ines Falk can now sign in with the password',
  )
  await expect(off).toBeHidden()
  // The focused button has been removed, but focus stays in the dialog.
  await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  const visitor = await desk.openAs(null)
  await logIn(visitor, lender.email, lender.password)
  await expect(visitor).toHaveURL('/dashboard')
})

test("administrators can't turn off their own two-factor sign-in in Manage Users", async ({
  desk,
}) => {
  const person = await desk.makeLender({ firstName: 'Olga', lastName: 'Rein' })
  const own = await makeAdmin(desk.admin, person, desk.signIn)
  try {
    await turnOn(own)
    const page = await desk.openAs(own)
    await openEdit(page, own, 'Olga Rein')
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await expect(dialog.getByRole('button', { name: 'Create Reset Link' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: /Two-Factor/ })).toHaveCount(0)
  } finally {
    await desk.admin.call('updateUser', { params: { id: own.id }, body: { isAdmin: 'false' } })
  }
})

async function openEdit(page: Page, { email }: Person, name: string) {
  await searchUsers(page, email)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
}

// Starting a separate server is slow, so only one Playwright project runs this test.
test('when two-factor sign-in is required for administrators, the panel opens only after they set it up', async ({
  browser,
}) => {
  test.slow()
  const product = await startProduct({
    settings: { REQUIRE_ADMIN_2FA: 'on' },
    parentFolder: memoryFolder(),
  })
  const context = await browser.newContext({ baseURL: product.address })
  try {
    const page = await context.newPage()
    const first = page.getByRole('heading', { name: 'Set up two-factor sign-in first' })
    const panel = page.getByRole('link', { name: 'Admin Panel' })
    await logIn(page, product.admin.email, product.admin.password)
    await expect(page).toHaveURL('/dashboard')
    for (const path of ['/dashboard', '/loans', '/admin', '/admin/mail', '/admin/audit']) {
      await page.goto(path)
      await expect(first).toBeVisible()
      await expect(panel).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Go to Profile' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(twoFactorCard(page)).toContainText('Administrators must use two-factor sign-in')
    await expect(twoFactorCard(page)).toBeFocused()
    await expect(twoFactorCard(page).getByRole('button', { name: 'Set Up' })).toBeInViewport()
    const { dialog, secret } = await openSetUp(page, product.admin)
    await codeField(dialog).fill(currentCode(secret))
    await dialog.getByRole('button', { name: 'Turn On' }).click()
    await page.getByRole('button', { name: "I've Saved Them" }).click()
    await panel.click()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Loan Opportunities' })).toBeVisible()

    await page.goto('/profile')
    await expect(twoFactorCard(page)).toContainText("so you can't turn it off")
    await expect(twoFactorCard(page).getByRole('button')).toHaveText(['New Recovery Codes'])
  } finally {
    await context.close()
    await product.stop()
  }
})
