import { AxeBuilder } from '@axe-core/playwright'
import { enter, expect, test, type Desk, type Page } from './support/desk.ts'
import { served } from './support/served.ts'
import { chooseTheme, sidewaysScroll, type Theme } from './support/screen.ts'

/** What no machine may find fault with: the standard at its levels A and AA, and good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Who = 'visitor' | 'lender' | 'pending' | 'admin'

interface Screen {
  who: Who
  open: (page: Page, desk: Desk) => Promise<void>
}

/** Opens an address and waits for what says that it is filled. */
const at = (path: string, text: string | RegExp) => async (page: Page) => {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByText(text).first()).toBeVisible()
}

const heading = (path: string, name: string | RegExp) => async (page: Page) => {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function openSampleLoan(page: Page, desk: Desk) {
  const [loan] = await desk.admin.call('listLoans', { query: { search: 'Millrace Row' } })
  await heading(`/loans/${loan?.id}`, 'Millrace Row')(page)
}

const screens: Record<string, Screen> = {
  landing: { who: 'visitor', open: at('/', 'Start Exploring Loans') },
  login: { who: 'visitor', open: heading('/login', 'Log in') },
  'login refused': {
    who: 'visitor',
    open: async (page) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Log In' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Log In' }).click()
      await expect(page.locator('li[data-state=open]')).toBeVisible()
    },
  },
  register: { who: 'visitor', open: heading('/register', 'Create account') },
  'forgotten password': { who: 'visitor', open: heading('/forgot-password', 'Forgot password') },
  'new password': { who: 'visitor', open: heading('/reset-password?token=t', 'Reset password') },
  terms: { who: 'visitor', open: heading('/terms', 'Terms of Service') },
  privacy: { who: 'visitor', open: heading('/privacy', 'Privacy Policy') },
  'not found': { who: 'visitor', open: heading('/no-such-page', 'Page Not Found') },
  'page of the calls': { who: 'visitor', open: heading('/api/docs', /./) },
  dashboard: { who: 'lender', open: at('/dashboard', 'Currently funding') },
  'loans as a table': { who: 'lender', open: at('/loans', 'Millrace Row Mixed-Use') },
  'loans as cards': { who: 'lender', open: at('/loans?view=grid', 'Millrace Row Mixed-Use') },
  'no loans': { who: 'lender', open: at('/loans?search=nothing-at-all', 'No loans available') },
  loan: { who: 'lender', open: openSampleLoan },
  'loan, large photo': {
    who: 'lender',
    open: async (page, desk) => {
      await openSampleLoan(page, desk)
      await page.getByRole('button', { name: /^Photo 1 of/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'loan, awaiting approval': { who: 'pending', open: openSampleLoan },
  'loan, as an administrator': { who: 'admin', open: openSampleLoan },
  'commitment dialog': {
    who: 'lender',
    open: async (page, desk) => {
      await openSampleLoan(page, desk)
      await page.getByRole('button', { name: 'Commit to This Loan' }).click()
      await expect(page.getByRole('dialog')).toContainText('You already hold')
    },
  },
  'my commitments': { who: 'lender', open: at('/commitments', 'Millrace Row Mixed-Use') },
  'change of a share': {
    who: 'lender',
    open: async (page) => {
      await page.goto('/commitments')
      await page.getByRole('button', { name: 'Change Share: Millrace Row Mixed-Use' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  'no commitments': { who: 'pending', open: at('/commitments', 'No commitments yet.') },
  profile: { who: 'lender', open: heading('/profile', 'Profile') },
  administration: { who: 'admin', open: at('/admin', 'Pending Approvals') },
  'access denied': { who: 'lender', open: heading('/admin', 'Access Denied') },
  'navigation on a phone': {
    who: 'lender',
    open: async (page) => {
      await page.setViewportSize({ width: 360, height: 780 })
      await page.goto('/dashboard', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
    },
  },
  'collapsed navigation': {
    who: 'lender',
    open: async (page) => {
      await page.goto('/dashboard', { waitUntil: 'networkidle' })
      await page.keyboard.press('Control+b')
    },
  },
}

/** The sample lender has a portfolio, which a fresh one has not. */
async function signInAs(page: Page, desk: Desk, who: Who) {
  if (who === 'lender') await enter(page.context(), await desk.signIn(served().sampleLender))
  if (who === 'admin') await enter(page.context(), desk.admin)
  if (who === 'pending') await enter(page.context(), await desk.makePending())
}

/** Axe's findings, a line each; what comes in or fades is waited for, or its colours mislead. */
async function violations(page: Page) {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  )
  const { violations: found } = await new AxeBuilder({ page }).withTags(tags).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

test.describe.configure({ mode: 'parallel' })

for (const [name, { who, open }] of Object.entries(screens)) {
  for (const theme of ['light', 'dark'] satisfies Theme[]) {
    test(`${name}, ${theme}: nothing stands in anybody's way`, async ({ page, desk }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signInAs(page, desk, who)
      await chooseTheme(page, theme)
      await open(page, desk)
      expect(await violations(page)).toEqual([])
      if (name !== 'navigation on a phone') {
        await page.setViewportSize({ width: 360, height: 780 })
        expect(await violations(page)).toEqual([])
      }
      for (const width of [360, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
      }
    })
  }
}
