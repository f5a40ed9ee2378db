/** The screens of firms and their people. */
import type { FirmInvitation, FirmProposal } from '#contract/firms/shapes.ts'
import { zeroMoney } from '#domain/money.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { headed, shows } from './screen.ts'
import type { Screen } from './screens.ts'

const bank = 'Tidewater Community Credit Union'

async function openFirm(page: Page, desk: Desk) {
  const [firm] = await desk.admin.call('listFirms', { query: { search: bank } })
  if (!firm) throw new Error('The sample portfolio is not there')
  await shows(`/admin/firms/${firm.id}`, 'Positions')(page)
}

/** The answers are mocked so that the sample keeps its invitations and its firms. */
async function showInvitations(page: Page) {
  const made = new Date(Date.now() - 3_600_000).toISOString()
  const invitation: FirmInvitation = {
    id: '00000000-0000-4000-8000-0000000000a1',
    email: 'lee.hart@tidewater-ccu.example',
    firmRole: 'committer',
    isApproved: 'false',
    state: 'open',
    invitedByName: 'Morgan Reyes',
    createdAt: made,
    expiresAt: new Date(Date.now() + 6 * 86_400_000).toISOString(),
    url: null,
    can: ['withdraw'],
  }
  await page.route('**/api/firm/invitations', (route) => route.fulfill({ json: [invitation] }))
}

async function showProposal(page: Page, desk: Desk) {
  const found = await desk.admin.call('listFirms', { query: { search: 'Marchetti' } })
  const [one] = found
  if (!one) throw new Error('The sample portfolio is not there')
  const firm = (id: string, name: string, mayMove: boolean): FirmProposal['firms'][number] => ({
    ...(mayMove
      ? { ...one, activeLoans: 0, bindingAmount: zeroMoney, softAmount: zeroMoney }
      : one),
    ...{ id, displayName: name, restrictedLoans: mayMove ? [] : ['Alberta Row Apartments'] },
    peopleList: [
      {
        ...{ id, name, email: `${id}@marchetti.example`, firmRole: 'manager' },
        ...{ state: mayMove ? 'pending' : 'active', can: mayMove ? ['move'] : [] },
      },
    ],
  })
  const proposal: FirmProposal = {
    companyName: 'Marchetti Holdings',
    firms: [firm('a', 'Lucia Marchetti', false), firm('b', 'Paolo Marchetti', true)],
  }
  await page.route('**/api/admin/firm-proposals', (route) => route.fulfill({ json: [proposal] }))
}

export const firmScreens: Record<string, Screen> = {
  firm: {
    title: 'Your firm',
    who: 'lender',
    async open(page) {
      await showInvitations(page)
      await shows('/firm', 'lee.hart@tidewater-ccu.example')(page)
    },
    further: {
      async 'the role of a colleague'(page) {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Change Role…' }).click()
        const dialog = page.getByRole('dialog', { name: /^Change the Role of/ })
        await expect(dialog).toBeVisible()
        return dialog
      },
    },
  },
  'firm-invite': {
    title: 'Invite a colleague',
    who: 'lender',
    isOverlay: true,
    async open(page) {
      await page.goto('/firm')
      await page.getByRole('button', { name: 'Invite a Colleague' }).click()
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await expect(page.getByText('Enter an email address')).toBeVisible()
    },
  },
  'firm-pending': {
    title: 'Your firm, awaiting approval',
    who: 'pending',
    open: shows('/firm', 'Awaiting approval'),
  },
  'invitation-firm': {
    title: 'Join a firm by invitation',
    who: 'visitor',
    async open(page) {
      await page.route('**/api/invitations/*', (route) =>
        route.fulfill({
          json: {
            email: 'lee.hart@tidewater-ccu.example',
            name: null,
            firmName: bank,
            firmRole: 'viewer',
            isApproved: 'false',
            expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
          },
        }),
      )
      await headed(
        '/register?invitation=t&email=lee.hart@tidewater-ccu.example',
        `Join ${bank}`,
      )(page)
    },
  },
  'invitation-ended': {
    title: 'An invitation that has ended',
    who: 'visitor',
    async open(page) {
      // Without any invitation, an installation has no key to check the link with.
      await page.route('**/api/invitations/*', (route) =>
        route.fulfill({ status: 404, json: { message: 'The invitation was not found' } }),
      )
      await headed('/register?invitation=t', 'This invitation has ended')(page)
    },
  },
  'admin-firms': {
    title: 'Firms',
    who: 'admin',
    async open(page, desk) {
      await showProposal(page, desk)
      await shows('/admin/firms', bank)(page)
    },
    further: {
      async merge(page) {
        await page.getByRole('button', { name: /^Merge:/ }).click()
        const dialog = page.getByRole('dialog', { name: 'Merge Marchetti Holdings?' })
        await expect(dialog).toBeVisible()
        return dialog
      },
    },
  },
  'admin-firms-none': {
    title: 'Firms, no match',
    who: 'admin',
    open: shows('/admin/firms?search=lighthouse', 'No firms found'),
  },
  'admin-firm': { title: 'A firm', who: 'admin', open: openFirm },
}
