import { findBrowser } from '#scripts/support/find-browser.ts'
import { enter, expect, test, type Desk, type Page } from '#test/e2e/support/desk.ts'
import { openWhole, submitLogin } from '#test/e2e/support/screen.ts'
import { security } from '#test/support/requirements.ts'

// Enables the back/forward cache, which Playwright disables and Chromium's headless shell doesn't have.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const { executablePath } = await findBrowser()
    const ignoreDefaultArgs = ['--disable-back-forward-cache']
    await use({ ...launchOptions, executablePath, ignoreDefaultArgs })
  },
})

// Run all tests in this file in one worker, because each worker would start another browser with these options.
test.describe.configure({ mode: 'default' })

async function openLoanWithOwnMessage(page: Page, desk: Desk) {
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  const message = 'Would you take forty from us, in confidence?'
  await lender.call('createMessage', { body: { loanId: loan.id, message } })
  await enter(page.context(), lender)
  await openWhole(page, `/loans/${loan.id}`)
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByText(lender.email)).toBeVisible()
  // A reload removes this marker. If it is still set, the browser restored the page from its cache.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  return { lender, loan, message }
}

/** Accepts each dialog that the browser shows before leaving a page, and records its type. */
function answerQuestions(page: Page): string[] {
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })
  return questions
}

const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window)

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
}

test('going back after signing out opens the login page, even if the browser has cached the earlier page', async ({
  page,
  desk,
}) => {
  security('14.3.1')
  const { lender, loan, message } = await openLoanWithOwnMessage(page, desk)
  const questions = answerQuestions(page)
  await page.getByLabel('Your message').click()
  await page.getByLabel('Your message').fill('And sixty')
  await signOut(page)
  expect(questions).toEqual([])
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
  expect(await isSamePage(page)).toBe(true)
  await expect(page.getByLabel('Email')).toBeVisible()
  const shown = await page.content()
  for (const text of [message, lender.email]) expect(shown).not.toContain(text)
  await submitLogin(page, lender.email, lender.password)
  await expect(page.getByText(message)).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
  await expect(page.getByLabel('Your message')).toHaveValue('')
})

test('going back after signing out shows no account data while the server is slow or unreachable', async ({
  page,
  context,
  desk,
}) => {
  security('14.3.1')
  const { lender, loan, message } = await openLoanWithOwnMessage(page, desk)
  // The page delays its own requests, because Playwright can't intercept requests from a page restored from the cache.
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = async (input, options) => {
      if (input !== '/api/auth/user') return send(input, options)
      Object.assign(window, { isAsked: true })
      await new Promise((resolve) => addEventListener('silenceEnds', resolve, { once: true }))
      window.fetch = send
      return send(input, options)
    }
  })
  await signOut(page)
  await context.setOffline(true)
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => 'isAsked' in window)).toBe(true)
  expect(await isSamePage(page)).toBe(true)
  for (const text of [message, lender.email]) await expect(page.getByText(text)).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('silenceEnds')))
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  const shown = await page.content()
  for (const text of [message, lender.email]) expect(shown).not.toContain(text)

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
})

test('leaving a page with an unsent message asks for confirmation, and going back restores the page', async ({
  page,
  desk,
}) => {
  const { message } = await openLoanWithOwnMessage(page, desk)
  const questions = answerQuestions(page)
  await page.getByLabel('Your message').click()
  // Types as slowly as a person, because the page registers its warning shortly after the first key press.
  await page.getByLabel('Your message').pressSequentially('And sixty', { delay: 50 })
  await page.goto('/api/docs')
  expect(questions).toEqual(['beforeunload'])
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByText(message)).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
  await expect(page.getByLabel('Your message')).toHaveValue('And sixty')
  await page.reload()
  expect(questions).toHaveLength(2)
  await page.getByLabel('Your message').click()
  await page.getByLabel('Your message').fill('And seventy')
  await page.getByLabel('Your message').fill('')
  await page.reload()
  expect(questions).toHaveLength(2)
})
