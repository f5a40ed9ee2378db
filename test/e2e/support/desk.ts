/** What a journey starts with: people with accounts, loans, and pages open in their name. */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Commitment } from '#contract/book/commitments.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Account, Person } from '#test/support/builders.ts'
import { Caller } from '#test/support/caller.ts'
import { served, type SignIn } from './served.ts'

type LoanFields = Partial<BodyInput<Endpoints['createLoan']>>
type CommitmentFields = Partial<BodyInput<Endpoints['createCommitment']>>

export interface Desk {
  admin: Person
  makePending: (fields?: Partial<Account>) => Promise<Person>
  makeLender: (fields?: Partial<Account>) => Promise<Person>
  /** Its title is like no other, so that a search finds it alone. */
  makeLoan: (fields?: LoanFields) => Promise<Loan>
  /** Binding and of 10 % unless said otherwise. */
  makeCommitment: (
    by: Person,
    loan: Pick<Loan, 'id'>,
    fields?: CommitmentFields,
  ) => Promise<Commitment>
  /** Signs in over the wire, as another browser would. */
  signIn: (as: SignIn) => Promise<Person>
  /** A page of somebody's own, beside the test's; null is a visitor. */
  openAs: (person: Person | null) => Promise<Page>
}

interface Fixtures {
  desk: Desk
  /** A fresh lender, approved, in whose name `page` is signed in. */
  lender: Person
  /** The page, for journeys that need to know nothing of the lender who is signed in. */
  lenderPage: Page
  /** A fresh lender who awaits approval, in whose name `page` is signed in. */
  pending: Person
  /** Fails the journey when the browser or the server stumbled on the way. */
  noStumbles: void
}

export const test = base.extend<Fixtures, { signedInAdmin: Person }>({
  baseURL: async ({}, use) => use(served().address),

  signedInAdmin: [
    async ({}, use) => {
      await use(await signIn(served().admin))
    },
    { scope: 'worker' },
  ],

  desk: async ({ browser, signedInAdmin }, use) => {
    const opened: BrowserContext[] = []
    await use({
      ...builders(signedInAdmin),
      async openAs(person) {
        const context = await browser.newContext({ baseURL: served().address })
        opened.push(context)
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

  noStumbles: [
    async ({ context }, use) => {
      const stumbles: string[] = []
      context.on('weberror', (error) => stumbles.push(String(error.error())))
      context.on('console', (message) => {
        // A refused call is logged by the browser itself; refusals are part of many journeys.
        const isRefusal = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isRefusal) stumbles.push(message.text())
      })
      context.on('response', (response) => {
        if (response.status() >= 500) stumbles.push(`${response.status()} ${response.url()}`)
      })
      await use()
      expect(stumbles).toEqual([])
    },
    { auto: true },
  ],
})

export { expect, type Page, type Person }

/** Signs a browser in as somebody, without the login page. */
export async function enter(context: BrowserContext, person: Pick<Person, 'cookie'>) {
  const [name = '', value = ''] = (person.cookie ?? '').split('=')
  await context.addCookies([
    { name, value, url: served().address, httpOnly: true, sameSite: 'Lax' },
  ])
}

/** A title that no other loan has; a search for its end finds this loan alone. */
export const uniqueTitle = (title = 'Pier Warehouse') => `${title} ${randomUUID().slice(0, 8)}`

const agent = new Agent({ keepAlive: true })
const visitor = (address = served().address) => new Caller(address, agent)

const browserElsewhere =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0'

async function signIn({ email, password }: SignIn): Promise<Person> {
  const caller = visitor()
  const headers = { 'user-agent': browserElsewhere }
  const user = await caller.call('login', { body: { email, password }, headers })
  return Object.assign(caller, account(user, password))
}

const account = ({ id, email, firstName, lastName }: Omit<Account, 'password'>, password: string) =>
  ({ id, email, firstName, lastName, password }) satisfies Account

/** Registers somebody with the product at this address. */
export async function registerAt(address: string, fields: Partial<Account> = {}): Promise<Person> {
  const caller = visitor(address)
  const password = fields.password ?? 'correct horse battery'
  const body = {
    firstName: 'Lena',
    lastName: 'Brook',
    email: `${randomUUID()}@example.com`,
    ...fields,
    password,
  }
  return Object.assign(caller, account(await caller.call('register', { body }), password))
}

function builders(admin: Person): Omit<Desk, 'openAs'> {
  const makePending = (fields?: Partial<Account>) => registerAt(served().address, fields)
  return {
    admin,
    signIn,
    makePending,
    async makeLender(fields) {
      const person = await makePending(fields)
      await admin.call('approveUser', { params: { id: person.id } })
      return person
    },
    makeLoan: (fields) =>
      admin.call('createLoan', { body: { title: uniqueTitle(), ...someLoan, ...fields } }),
    makeCommitment: (by, loan, fields) =>
      by.call('createCommitment', { body: { loanId: loan.id, percentage: '10', ...fields } }),
  }
}

const someLoan = {
  borrowerName: 'Pier Four LLC',
  propertyAddress: '4 Pier Street, Boston, MA 02110',
  amount: '2500000.00',
  interestRate: '7.25',
  term: 24,
  propertyType: 'Industrial',
}
