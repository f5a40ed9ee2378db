import { randomUUID } from 'node:crypto'
import { openSetUp, twoFactorCard } from './two-factor.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { actOn } from './panel.ts'
import { openWhole, searchUsers } from './screen.ts'
import { served } from './served.ts'
import { openProfile, showTrailOfSample, showTwoSignIns } from './used-desk.ts'

/** Changes only the response, so the sample account stays the same. */
export async function overrideAccount(page: Page, fields: Record<string, string>) {
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch()
    const user = (await response.json()) as object
    await route.fulfill({ response, json: { ...user, ...fields } })
  })
}

const codes = Array.from({ length: 10 }, (_, at) => `k7m2${at}-pw9xq-3hdfa-tz4n`)

async function openTrail(page: Page, query = '') {
  await openWhole(page, `/admin/audit${query}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

const changedTerms = [
  {
    kind: 'removed',
    section: 'Commitments',
    text: 'We confirm each binding commitment within five business days.',
  },
  {
    kind: 'added',
    section: 'Commitments',
    text: 'We confirm each binding commitment within two business days, and send a receipt with it.',
  },
  {
    kind: 'added',
    section: 'Ending your account',
    text: 'You may ask us to close your account once you hold no binding commitment.',
  },
]

export const trustScreens = {
  'login-code': {
    title: 'Log in, with a code',
    who: 'visitor',
    async open(page: Page) {
      const json = { message: 'Please enter the code', code: 'two_factor_required' }
      await page.route('**/api/auth/login', (route) => route.fulfill({ status: 401, json }))
      await page.goto('/login')
      await page.getByLabel('Email').fill('lender@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
      await page.getByRole('button', { name: 'Log In' }).click()
      await page.getByLabel('Code', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Log In' }).click()
      await expect(page.getByText('Code is required')).toBeVisible()
    },
  },
  'two-factor-set-up': {
    title: 'Set up two-factor sign-in',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await showTwoSignIns(page)
      await openSetUp(page, served().sampleLender)
    },
  },
  'two-factor-codes': {
    title: 'Recovery codes',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await page.route('**/api/auth/two-factor/confirm', (route) =>
        route.fulfill({ json: { recoveryCodes: codes } }),
      )
      await showTwoSignIns(page)
      const { dialog } = await openSetUp(page, served().sampleLender)
      await dialog.getByLabel('Code', { exact: true }).fill('123456')
      await dialog.getByRole('button', { name: 'Turn On' }).click()
      await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()
    },
  },
  'two-factor-end': {
    title: 'Turn off two-factor sign-in',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await overrideAccount(page, { hasTwoFactor: 'true' })
      await openProfile(page)
      await twoFactorCard(page).getByRole('button', { name: 'Turn Off' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Turn Off' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
  'two-factor-required': {
    title: 'Set up two-factor sign-in first',
    who: 'admin',
    async open(page: Page) {
      await overrideAccount(page, { mustSetUpTwoFactor: 'true' })
      await openWhole(page, '/dashboard')
      await expect(
        page.getByRole('heading', { name: /^Set up two-factor sign-in first/ }),
      ).toBeVisible()
    },
  },
  'two-factor-required-profile': {
    title: 'Profile, with two-factor sign-in to set up first',
    who: 'admin',
    async open(page: Page) {
      await overrideAccount(page, { mustSetUpTwoFactor: 'true' })
      await openProfile(page)
      await expect(page.getByText('Administrators must use two-factor sign-in')).toBeVisible()
    },
  },
  'sign-out-everywhere': {
    title: 'Sign out everywhere',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await openProfile(page)
      await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'change-email': {
    title: 'Change email',
    who: 'admin',
    isOverlay: true,
    async open(page: Page) {
      // The response is overridden, because other tests may have created a second administrator.
      await overrideAccount(page, { canChangeEmail: 'true' })
      await openProfile(page)
      await page.getByRole('button', { name: 'Change Email' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Change Email' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
  'edit-user-two-factor': {
    title: 'Turn off two-factor sign-in for a user',
    who: 'admin',
    isOverlay: true,
    async open(page: Page) {
      await page.route('**/api/admin/users*', async (route) => {
        const response = await route.fetch()
        const users = (await response.json()) as object[]
        await route.fulfill({
          response,
          json: users.map((user) => ({ ...user, hasTwoFactor: 'true' })),
        })
      })
      await searchUsers(page, 'Morgan Reyes')
      await actOn(page, 'Edit', 'Morgan Reyes')
      await page.getByRole('button', { name: 'Turn Off Two-Factor Sign-In' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'audit-trail': {
    title: 'Audit Trail',
    who: 'admin',
    async open(page: Page) {
      await showTrailOfSample(page)
      await openTrail(page)
    },
  },
  'invite-lenders': {
    title: 'Invite lenders',
    who: 'admin',
    isOverlay: true,
    async open(page: Page) {
      await openWhole(page, '/admin?tab=users')
      await page.getByRole('button', { name: 'Invite Lenders' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite Lenders' })
      await dialog.getByLabel('Email addresses').fill('ada@quay.example, bo@quay.example')
    },
  },
  'admin-settings': {
    title: 'Settings',
    who: 'admin',
    async open(page: Page) {
      await openWhole(page, '/admin/settings')
      await expect(page.getByLabel('Company name')).toBeVisible()
    },
  },
  'legal-edit': {
    title: 'Editing the terms of service',
    who: 'admin',
    isOverlay: true,
    async open(page: Page) {
      await openWhole(page, '/admin/settings')
      await page.getByRole('button', { name: 'Edit: Terms of Service' }).click()
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('1. About')
    },
  },
  'legal-history': {
    title: 'The versions of the privacy policy',
    who: 'admin',
    isOverlay: true,
    async open(page: Page) {
      await openWhole(page, '/admin/settings')
      await page.getByRole('button', { name: 'History: Privacy Policy' }).click()
      await page.getByRole('dialog').getByText('The built-in text').click()
    },
  },
  'terms-changed': {
    title: 'Changed terms to accept',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await page.route('**/api/auth/user', async (route) => {
        const response = await route.fetch()
        const user = (await response.json()) as object
        await route.fulfill({ json: { ...user, mustAcceptTerms: 'true' } })
      })
      await page.route('**/api/legal/changes', async (route) => {
        const response = await route.fetch()
        const { version } = (await response.json()) as { version: string }
        await route.fulfill({ json: { version, terms: changedTerms, privacy: [] } })
      })
      await openWhole(page, '/commitments')
      const dialog = page.getByRole('dialog', { name: 'Our terms changed' })
      await expect(dialog).toContainText('Added · Commitments')
      await expect(dialog).toContainText('1. ')
    },
  },
  'sample-remove': {
    title: 'Removing the sample data',
    who: 'admin',
    isOverlay: true,
    async open(page: Page) {
      // The response is mocked, because other tests add records to the sample's loans.
      const json = { loans: 24, people: 15, commitments: 76, messages: 27, files: 110, uses: [] }
      await page.route('**/api/admin/sample', (route) => route.fulfill({ json }))
      await openWhole(page, '/admin/settings')
      await page.getByRole('button', { name: 'Remove Sample Data' }).click()
      await page.getByLabel('Type “remove” to confirm').fill('remove')
    },
  },
  'sample-in-use': {
    title: 'Settings, the sample data in use',
    who: 'admin',
    async open(page: Page) {
      const text = 'Ada Cole committed to Millrace Row Mixed-Use. Delete that loan first.'
      const uses = [{ text, loan: { id: randomUUID(), title: 'Millrace Row Mixed-Use' } }]
      const json = { loans: 24, people: 15, commitments: 77, messages: 27, files: 110, uses }
      await page.route('**/api/admin/sample', (route) => route.fulfill({ json }))
      await openWhole(page, '/admin/settings')
      await expect(page.getByText("It can't be removed yet")).toBeVisible()
    },
  },
  'audit-none': {
    title: 'Audit Trail, no match',
    who: 'admin',
    async open(page: Page) {
      await page.goto('/admin/audit?kind=loanDeleted&loan=lighthouse')
      await expect(page.getByText('No entries match')).toBeVisible()
    },
  },
  'audit-entry': {
    title: 'An entry of the audit trail',
    who: 'admin',
    isOverlay: true,
    async open(page: Page, desk: Desk) {
      const loan = await desk.makeLoan({ title: 'Ferry Row Retail' })
      const params = { id: loan.id }
      await desk.admin.call('updateLoan', { params, body: { amount: '2750000', term: 36 } })
      await openTrail(page, `?loan=${loan.id}`)
      await page.getByRole('button', { name: /^(Terms|Loan) changed/ }).click()
      await expect(page.getByRole('dialog')).toContainText('$2,750,000.00')
      await desk.admin.call('deleteLoan', { params })
    },
  },
} as const
