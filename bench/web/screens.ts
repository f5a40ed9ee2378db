/** The screens that Lighthouse opens, and how it is signed in. */
import { pages, type Page } from '#contract/pages.ts'
import type { SampleProduct, SignIn } from '#scripts/support/product.mjs'

export interface WebScreen {
  name: string
  address: string
  who: 'visitor' | 'lender' | 'admin'
}

const visitors: Page[] = [
  ...(['home', 'login', 'register', 'forgotPassword', 'resetPassword', 'terms'] as const),
  ...(['privacy', 'verify'] as const),
]
const lenders: Page[] = [
  ...(['dashboard', 'loans', 'loan', 'commitments', 'profile', 'notifications'] as const),
]
const admins: Page[] = ['admin', 'book', 'adminMail', 'adminAudit']

/** Every page, with a loan of the sample portfolio in place of an id. */
export function webScreens(loanId: string): WebScreen[] {
  const screens = (who: WebScreen['who'], names: Page[]) =>
    names.map((name) => ({ name, who, address: pages[name].replace(':id', loanId) }))
  return [
    ...screens('visitor', visitors),
    ...screens('lender', lenders),
    ...screens('admin', admins),
  ]
}

/** The cookies of the people who look at the screens, and a loan that they look at. */
export async function signInToSample({ address, admin, sampleLender }: SampleProduct) {
  const cookieOf = async (body: SignIn) => {
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: body.email, password: body.password }),
    })
    const [cookie] = answer.headers.getSetCookie()
    if (!answer.ok || !cookie) throw new Error(`The sign-in was answered ${answer.status}`)
    return cookie.split(';')[0] ?? ''
  }
  const cookies = {
    visitor: null,
    lender: await cookieOf(sampleLender),
    admin: await cookieOf(admin),
  }
  const listed = await fetch(`${address}/api/loans?limit=1`)
  // The server's own answer is typed, not checked.
  const [loan] = (await listed.json()) as { id: string }[]
  if (!loan) throw new Error('The sample portfolio is not there')
  return { cookies, loanId: loan.id }
}
