/** Test fixtures: accounts, loans, commitments, and signed-in pages. */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import {
  test as base,
  expect,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import {
  asPerson,
  commonBuilders,
  newAccount,
  type Account,
  type CommonBuilders,
  type Person,
} from '#test/support/builders.ts'
import { Caller } from '#test/support/caller.ts'
import { served, type SignIn } from './served.ts'

export interface BrowserBuilders extends CommonBuilders {
  admin: Person
}

export interface Desk extends BrowserBuilders {
  /** Opens a page in a new context, signed in as this user or, if null, as a visitor. */
  openAs: (person: Person | null) => Promise<Page>
}

interface Options {
  /**
   * True if pages receive events. All tests share one server, so an event could change a page between a check and a
   * click.
   */
  events: boolean
}

interface Fixtures {
  desk: Desk
  lender: Person
  lenderPage: Page
  pending: Person
  /** Fails the test on console errors, uncaught errors, and responses with a 5xx status. */
  failOnBrowserErrors: void
}

export const test = base.extend<Fixtures & Options, { builders: BrowserBuilders }>({
  events: [false, { option: true }],

  baseURL: async ({}, use) => use(served().address),

  context: async ({ context, events }, use) => {
    if (!events) await turnEventsOff(context)
    await use(context)
  },

  builders: [
    async ({}, use) => {
      await use(await buildersAt(served().address, served().admin))
    },
    { scope: 'worker' },
  ],

  desk: async ({ browser, builders, events }, use) => {
    const opened: BrowserContext[] = []
    await use({
      ...builders,
      async openAs(person) {
        const context = await browser.newContext({ baseURL: served().address })
        opened.push(context)
        if (!events) await turnEventsOff(context)
        if (person) await enter(context, person)
        return context.newPage()
      },
    })
    await Promise.all(opened.map((context) => context.close()))
  },

  lender: async ({ desk, context }, use) => {
    const lender = await desk.makeLender()
    await enter(context, lender)
    await use(lender)
  },

  lenderPage: async ({ page, lender: _lender }, use) => use(page),

  pending: async ({ desk, context }, use) => {
    const pending = await desk.makePending()
    await enter(context, pending)
    await use(pending)
  },

  failOnBrowserErrors: [
    async ({ context }, use) => {
      const errors = collectErrors(context)
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/** Runs a test at phone size with touch input, because sheets, menus, and tables are different on a phone. */
export const testOnPhone = test.extend({
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
})

export const testAtSizes = { desktop: test, phone: testOnPhone }

export { expect, type Locator, type Page, type Person }

export function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    // The browser logs rejected calls, which many tests expect, and a header that is valid only over HTTPS.
    const isExpected =
      /^(Failed to load resource|The Cross-Origin-Opener-Policy header has been ignored)/.test(
        message.text(),
      )
    if (message.type() === 'error' && !isExpected) errors.push(message.text())
  })
  context.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`)
  })
  return errors
}

export const turnEventsOff = (context: BrowserContext) =>
  context.addInitScript(() => void Reflect.deleteProperty(globalThis, 'EventSource'))

export async function enter(
  context: BrowserContext,
  person: Pick<Person, 'cookie'>,
  url = served().address,
) {
  const [name = '', value = ''] = (person.cookie ?? '').split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

export const uniqueTitle = (title = 'Pier Warehouse') => `${title} ${randomUUID().slice(0, 8)}`

const agent = new Agent({ keepAlive: true })

const browserElsewhere =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0'

export async function registerAt(address: string, fields?: Partial<Account>): Promise<Person> {
  const caller = new Caller(address, agent)
  const body = newAccount(fields)
  return asPerson(caller, await caller.call('register', { body }), body.password)
}

/** Returns functions that create data on the server at this URL as the signed-in administrator. */
export async function buildersAt(address: string, as: SignIn): Promise<BrowserBuilders> {
  const builders = commonBuilders({
    visitor: () => new Caller(address, agent),
    async makePerson(role, fields) {
      const person = await registerAt(address, fields)
      if (role === 'pending') return person
      await admin.call('approveUser', { params: { id: person.id } })
      // After a role change, the session gets a new id, and the old id expires half a minute later.
      await person.call('getCurrentUser')
      return person
    },
    admin: async () => admin,
    newLoan: () => ({ title: uniqueTitle(), ...someLoan }),
    headers: { 'user-agent': browserElsewhere },
  })
  const admin = await builders.signIn(as)
  return { ...builders, admin }
}

const someLoan = {
  borrowerName: 'Pier Four LLC',
  propertyAddress: '4 Pier Street, Boston, MA 02110',
  amount: '2500000.00',
  interestRate: '7.25',
  term: 24,
  propertyType: 'Industrial',
}
