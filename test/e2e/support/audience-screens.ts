/**
 * The screens about the audience of a loan. Their responses are mocked, because a teaser would precede the sample's
 * loans in every list.
 */
import type { FirmList, LoanAudience } from '#contract/audience/shapes.ts'
import type { OwnAccessRequest } from '#contract/loans/access-requests.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { asTeaser } from '#domain/audience/as-teaser.ts'
import type { Audience } from '#domain/audience/audiences.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import type { Desk, Page } from './desk.ts'
import { expect } from './desk.ts'
import { sampleLoan } from './loan-screens.ts'
import { openWhole } from './screen.ts'
import type { Screen } from './screens.ts'

const title = 'Palmetto Gateway'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const idOf = (at: number) => `6c2f1d4b-7a3e-4c58-9b01-${String(at).padStart(12, '0')}`

function teaserOf(loan: Loan): Loan {
  const teaser: Loan = { ...asTeaser(loan), can: ['requestAccess', 'pass'] }
  return { ...teaser, credit: creditOf(teaser) }
}

const asked: OwnAccessRequest = {
  id: idOf(1),
  state: 'open',
  message: 'We lend on warehouses from Norfolk to Savannah, up to $10M a loan.',
  answer: null,
  createdAt: daysAgo(2),
  answeredAt: null,
}

const openTeaser = (request?: OwnAccessRequest) => async (page: Page, desk: Desk) => {
  const { id, title: name } = await sampleLoan(desk, title)
  await page.route(`**/api/loans/${id}`, async (route) => {
    const response = await route.fetch()
    const teaser = teaserOf((await response.json()) as Loan)
    const can = teaser.can.filter((each) => each === 'pass' || request?.state !== 'open')
    await route.fulfill({ json: { ...teaser, can, ...(request && { accessRequest: request }) } })
  })
  await openWhole(page, `/loans/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('region', { name: /Access$/ })).toBeVisible()
}

const people = [
  ['Alder Community Bank', ['Jane Roe', 'Sam Lee', 'Ines Falk'], '10.00', '0.00'],
  ['Beacon Credit Partners', ['Theo Lindqvist'], '0.00', '0.00'],
  ['Carrow Family Office', ['Rosa Carrow', 'Miles Carrow'], '0.00', '5.00'],
  ['Dunmore Savings', ['Ann Dunmore'], '0.00', '0.00'],
  ['Elmira Mutual Insurance Company of Upstate New York', ['Peter Olsen'], '0.00', '0.00'],
  ['Fairway Debt Fund', ['Noor Haddad', 'Luis Marsh'], '0.00', '0.00'],
  ['Grace Holt', ['Grace Holt'], '0.00', '0.00'],
] as const
const admitted = [0, 1, 2]

const audienceOf = (audience: Audience, hasRequests: boolean): LoanAudience => ({
  audience,
  version: 'first',
  firms: people.map(([name, names, binding, soft], at) => {
    const isAdmitted = admitted.includes(at)
    return {
      id: idOf(10 + at),
      name,
      companyName: null,
      isAdmitted: isAdmitted ? 'true' : 'false',
      admittedAt: isAdmitted ? daysAgo(20 - at) : null,
      admittedBy: isAdmitted ? 'Olga Hart' : null,
      bindingPercentage: binding,
      softPercentage: soft,
      sees:
        isAdmitted || audience === 'everyone'
          ? 'full'
          : audience === 'teaser'
            ? 'teaser'
            : 'nothing',
      people: names.map((person, place) => ({ id: idOf(100 + 10 * at + place), name: person })),
    } as LoanAudience['firms'][number]
  }),
  requests: hasRequests
    ? [
        {
          ...asked,
          loanId: idOf(2),
          firmId: idOf(15),
          firmName: 'Fairway Debt Fund',
          firmCompanyName: null,
          personId: idOf(150),
          personName: 'Noor Haddad',
          answeredBy: null,
        },
      ]
    : [],
  peopleToNotify: 11,
  firmsToNotify: 7,
})

const lists: FirmList[] = [
  { id: idOf(30), name: 'Banks of the Carolinas', firms: firmsAt(0, 3), createdAt: daysAgo(40) },
  {
    id: idOf(31),
    name: 'Southeast multifamily',
    firms: firmsAt(0, 1, 2, 4, 5),
    createdAt: daysAgo(9),
  },
]

function firmsAt(...places: number[]) {
  return places.map((at) => ({ id: idOf(10 + at), name: people[at]?.[0] ?? '' }))
}

async function openAudience(page: Page, desk: Desk, audience: LoanAudience) {
  const { id } = await sampleLoan(desk, title)
  await page.route(`**/api/admin/loans/${id}/audience`, (route) =>
    route.fulfill({ json: audience }),
  )
  await page.route('**/api/admin/firm-lists', (route) => route.fulfill({ json: lists }))
  await page.route(`**/api/loans/${id}`, async (route) => {
    const response = await route.fetch()
    const loan = (await response.json()) as Loan
    await route.fulfill({ json: { ...loan, audience: audience.audience } })
  })
  await openWhole(page, `/loans/${id}`)
  await expect(page.getByRole('region', { name: 'Audience' })).toContainText('firms')
}

async function changeAudience(page: Page, desk: Desk) {
  await openAudience(page, desk, audienceOf('teaser', false))
  await page.getByRole('button', { name: 'Change Audience' }).click()
  await expect(page.getByRole('dialog', { name: 'Audience' })).toContainText(
    'Southeast multifamily',
  )
  return page.getByRole('dialog', { name: 'Audience' })
}

export const audienceScreens: Record<string, Screen> = {
  'loan-teaser': { title: 'Loan, a teaser', who: 'lender', open: openTeaser() },
  'loan-teaser-asked': {
    title: 'Loan, a teaser whose access was asked for',
    who: 'lender',
    open: openTeaser(asked),
  },
  'loan-teaser-refused': {
    title: 'Loan, a teaser whose access was refused',
    who: 'lender',
    open: openTeaser({
      ...asked,
      state: 'refused',
      answer: 'The lender group is complete. We think of you for the next one.',
      answeredAt: daysAgo(1),
    }),
  },
  'loans-teasers': {
    title: 'Browse Loans, with teasers',
    who: 'lender',
    async open(page) {
      await page.route(/\/api\/loans\?/, async (route) => {
        const response = await route.fetch()
        const loans = (await response.json()) as Loan[]
        const json = loans.map((loan, at) => (at % 3 === 1 ? { ...teaserOf(loan), can: [] } : loan))
        await route.fulfill({ response, json })
      })
      await openWhole(page, '/loans')
      await expect(page.getByText('Teaser').filter({ visible: true }).first()).toBeVisible()
    },
    further: {
      async 'as cards'(page) {
        await openWhole(page, '/loans?view=grid')
        await expect(page.getByRole('article').first()).toBeVisible()
        return page.getByRole('article').nth(1)
      },
    },
  },
  'loan-audience': {
    title: 'Loan, its audience and a request for access',
    who: 'admin',
    open: (page, desk) => openAudience(page, desk, audienceOf('teaser', true)),
    further: {
      async 'granting access'(page) {
        await page.getByRole('button', { name: 'Grant access: Fairway Debt Fund' }).click()
        return page.getByRole('dialog', { name: 'Grant Access: Fairway Debt Fund' })
      },
    },
  },
  'loan-audience-change': {
    title: 'Loan, changing its audience',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      const dialog = await changeAudience(page, desk)
      await dialog.getByRole('radio', { name: /^Invited firms only/ }).check()
      await dialog.getByRole('button', { name: /of Banks of the Carolinas$/ }).click()
    },
    further: {
      async 'the firms to add'(page) {
        await page.getByRole('combobox', { name: 'Admitted firms' }).click()
        return page.getByRole('listbox', { name: 'Firms' })
      },
      async 'a name for a list'(page) {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Save 4 Firms as a List' }).click()
        return page.getByRole('dialog', { name: 'Audience' })
      },
    },
  },
}
