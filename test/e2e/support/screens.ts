/** Every screen in the app, with its user and the steps that open it. */
import { audienceScreens } from './audience-screens.ts'
import { bookScreens } from './book-screens.ts'
import { browseScreens } from './browse-screens.ts'
import { enter, expect, type Desk, type Locator, type Page } from './desk.ts'
import { loanScreens, openLoan, sampleLoan } from './loan-screens.ts'
import { closingScreens } from './closing-screens.ts'
import { dealScreens } from './deal-screens.ts'
import { deskScreens } from './desk-screens.ts'
import { firmScreens } from './firm-screens.ts'
import { ownCommitmentScreens } from './own-commitment-screens.ts'
import { receiptScreens } from './receipt-screens.ts'
import { actOn } from './panel.ts'
import { headed, openToast, searchUsers, shows, submitLogin } from './screen.ts'
import { served } from './served.ts'
import { stateScreens } from './state-screens.ts'
import { termsScreens } from './terms-screens.ts'
import { trustScreens } from './trust-screens.ts'
import { uploadScreens } from './upload-screens.ts'
import { openProfile, showInvitations, showMails, showNotifications } from './used-desk.ts'

export interface Screen {
  title: string
  who: 'visitor' | 'lender' | 'pending' | 'admin'
  open: (page: Page, desk: Desk) => Promise<void>
  /** True if an overlay covers the page. The screenshot then shows only the window. */
  isOverlay?: true
  leavesScripts?: true
  /** A selector for elements that repeat the structure of other elements. Only the nightly run scans them. */
  repeated?: string
  widths?: readonly number[]
  /**
   * Additional states to check in the same visit, in this order. Each function starts from the previous state and
   * returns the new section. Screenshots don't include these states.
   */
  further?: Record<string, (page: Page) => Promise<Locator>>
}

/** Signs in as the sample lender rather than a new lender, because the sample lender has a portfolio. */
export async function signInAs(page: Page, desk: Desk, who: Screen['who']) {
  if (who === 'lender') await enter(page.context(), await desk.signIn(served().sampleLender))
  if (who === 'admin') await enter(page.context(), desk.admin)
  if (who === 'pending') await enter(page.context(), await registerNora(desk))
}

/** All screens use the same pending user to keep the list of pending users short. */
async function registerNora(desk: Desk) {
  const nora = {
    firstName: 'Nora',
    lastName: 'Lind',
    email: 'nora.lind@lind-mortgage.example',
    password: 'correct horse battery',
  }
  // Another worker may already have registered this user.
  return desk
    .signIn(nora)
    .catch(() => desk.makePending(nora))
    .catch(() => desk.signIn(nora))
}

async function editMorgan(page: Page) {
  await searchUsers(page, 'Morgan Reyes')
  await actOn(page, 'Edit', 'Morgan Reyes')
}

const loanTitle = 'Millrace Row Mixed-Use'

export const screens: Record<string, Screen> = {
  landing: { title: 'Landing page', who: 'visitor', open: shows('/', 'Start Exploring Loans') },
  login: { title: 'Log in', who: 'visitor', open: headed('/login', 'Log in') },
  'login-refused': {
    title: 'Log in, refused',
    who: 'visitor',
    isOverlay: true,
    async open(page) {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Log In' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
      await submitLogin(page, 'nobody@example.com', 'a wrong one')
      await expect(openToast(page)).toBeVisible()
    },
  },
  register: {
    title: 'Create account',
    who: 'visitor',
    open: headed('/register', /create account/i),
  },
  'register-refused': {
    title: 'Create account, with messages',
    who: 'visitor',
    async open(page) {
      await page.goto('/register')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page.getByText('Please confirm your password')).toBeVisible()
    },
  },
  'forgot-password': {
    title: 'Forgot password',
    who: 'visitor',
    open: headed('/forgot-password', /forgot password/i),
  },
  'reset-password': {
    title: 'Reset password',
    who: 'visitor',
    open: headed('/reset-password?token=t', /reset password/i),
  },
  terms: { title: 'Terms of Service', who: 'visitor', open: headed('/terms', 'Terms of Service') },
  privacy: { title: 'Privacy Policy', who: 'visitor', open: headed('/privacy', 'Privacy Policy') },
  'not-found': {
    title: 'Page not found',
    who: 'visitor',
    open: headed('/no-such-page', 'Page Not Found'),
  },
  'api-docs': {
    title: 'The calls',
    who: 'visitor',
    open: headed('/api/docs', /./),
    repeated: 'article:nth-of-type(n+3)',
  },
  dashboard: { title: 'Dashboard', who: 'lender', open: shows('/dashboard', loanTitle) },
  ...browseScreens,
  ...loanScreens,
  ...audienceScreens,
  ...bookScreens,
  ...dealScreens,
  ...termsScreens,
  ...closingScreens,
  commit: {
    title: 'Commit to a loan',
    who: 'lender',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: 'Commit to This Loan' }).click()
      await expect(page.getByRole('dialog')).toContainText('You already hold')
    },
    further: {
      async 'a soft one of an amount that no share has'(page) {
        const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
        await dialog.getByLabel('Soft Commit').check()
        await dialog.getByLabel('Amount', { exact: true }).fill('1,000,000')
        await expect(dialog.getByRole('group', { name: 'Nearest shares' })).toBeVisible()
        return dialog
      },
      async 'the one that is held, made binding instead'(page) {
        await page.getByRole('button', { name: 'Make My 5% Binding Instead' }).click()
        return page.getByRole('alertdialog')
      },
    },
  },
  admin: { title: 'Manage Loans', who: 'admin', open: shows('/admin', loanTitle) },
  'admin-none': {
    title: 'Manage Loans, no match',
    who: 'admin',
    open: shows('/admin?search=lighthouse', 'No loan matches your search.'),
  },
  'create-loan': {
    title: 'Create a loan, with messages',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      await page.goto('/admin')
      await page.getByRole('button', { name: 'Create New Loan' }).click()
      await page.getByRole('button', { name: 'Create Loan', exact: true }).click()
      await expect(page.getByText('Amount is required')).toBeVisible()
    },
  },
  'update-loan': {
    title: 'Update a loan that lenders are bound to',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      await page.goto(`/admin?search=${encodeURIComponent(loanTitle)}`)
      await actOn(page, 'Edit', loanTitle)
      await expect(page.getByLabel('Loan Title')).toHaveValue(loanTitle)
    },
  },
  'discard-changes': {
    title: 'Discard changes',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      await page.goto('/admin')
      await page.getByRole('button', { name: 'Create New Loan' }).click()
      await page.getByLabel('Loan Title').fill('Harbor Point')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'delete-loan': {
    title: 'Delete a loan',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      await page.goto(`/admin?search=${encodeURIComponent(loanTitle)}`)
      await actOn(page, 'Delete', loanTitle)
      await expect(page.getByRole('alertdialog')).toContainText('Binding commitments')
    },
  },
  'admin-pending': {
    title: 'Pending Approvals',
    who: 'admin',
    open: shows('/admin?tab=pending', 'Colin Mercer'),
  },
  'admin-users': {
    title: 'Manage Users',
    who: 'admin',
    async open(page) {
      await showInvitations(page)
      await shows('/admin?tab=users', 'credit@oldmill.example')(page)
    },
  },
  'edit-user': {
    title: 'Edit a user',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      // The response is mocked so that reset links don't fill the audit trail.
      const link = {
        url: 'https://desk.example/reset-password?token=t',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      }
      await page.route('**/api/admin/users/*/reset-link', (route) =>
        route.fulfill({ status: 201, json: link }),
      )
      await editMorgan(page)
      await page.getByRole('button', { name: 'Create Reset Link' }).click()
      await expect(page.getByLabel('Password reset link')).toBeVisible()
    },
  },
  'edit-user-sign-out': {
    title: 'Sign a user out everywhere',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      await editMorgan(page)
      await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'delete-user': {
    title: 'Delete a user',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      await searchUsers(page, 'Grace Whitfield')
      // A lender with binding commitments who is alone in the firm.
      await page.getByRole('button', { name: 'Delete Grace Whitfield' }).click()
      await expect(page.getByRole('alertdialog')).toContainText("can't be deleted")
    },
  },
  'admin-notifications': {
    title: 'Notifications of an administrator',
    who: 'admin',
    async open(page, desk) {
      await registerNora(desk)
      await shows('/admin?tab=notifications', 'Nora Lind')(page)
    },
  },
  notifications: {
    title: 'Notifications',
    who: 'admin',
    async open(page, desk) {
      const [other] = await desk.admin.call('listLoans', { query: { search: 'Fort Loudoun' } })
      if (!other) throw new Error('The sample portfolio is not there')
      await showNotifications(page, await sampleLoan(desk), other)
      await shows('/notifications', '3 notifications')(page)
    },
  },
  'notifications-none': {
    title: 'Notifications, none yet',
    who: 'pending',
    open: shows('/notifications', 'No notifications yet'),
  },
  'mail-outbox': {
    title: 'Mail Outbox',
    who: 'admin',
    async open(page) {
      await showMails(page)
      await shows('/admin/mail', 'admin@example.com')(page)
    },
  },
  ...deskScreens,
  ...firmScreens,
  ...ownCommitmentScreens,
  ...receiptScreens,
  ...stateScreens,
  ...trustScreens,
  ...uploadScreens,
  'delete-document': {
    title: 'Delete a document',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: /^Delete Summary of Terms/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'access-denied': {
    title: 'Access denied',
    who: 'lender',
    open: headed('/admin', 'Access Denied'),
  },
  'navigation-collapsed': {
    title: 'Navigation, collapsed',
    who: 'lender',
    widths: [768, 1280],
    async open(page) {
      await shows('/dashboard', loanTitle)(page)
      const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
      if ((await toggle.getAttribute('aria-expanded')) === 'true')
        await page.keyboard.press('Control+b')
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    },
  },
  'navigation-sheet': {
    title: 'Navigation on a phone',
    who: 'lender',
    isOverlay: true,
    widths: [360],
    async open(page) {
      await shows('/dashboard', loanTitle)(page)
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
      await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
    },
  },
  'user-menu': {
    title: "The user's menu",
    who: 'admin',
    isOverlay: true,
    widths: [1280],
    async open(page) {
      await openProfile(page)
      await page.getByRole('button', { name: /@example\.com/ }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
}
