/** What a page's HTML has the browser fetch at once is what the page needs. */
import type { Loan } from '#contract/loans/shapes.ts'
import { pages } from '#contract/pages.ts'
import { enter, expect, test, type Page } from './support/desk.ts'
import { openWhole } from './support/screen.ts'

const afterTheScreen =
  /\/(AdminToday|today|acting|records|DashboardSetup|use-setup|EmptyState|Notices|Toaster)-/
/**
 * On Browse Loans, whose list doesn't wait for them: the filters that a wide window has in one line, those that are
 * active, the order, and what is selected.
 */
const besideTheLoans =
  /\/(FilterLine|FilterChips?|SortSelect|SelectedLoans|LoanTotals|filter-texts|parse-typed-money|typed-figures)-/
/** On the page of a loan: the messages, and the funding over time. */
const belowTheFold =
  /\/(MessagesCard|use-message-form|page-forms|positions|FundingStory|Textarea|tables)-/
/** On a loan's page and on its book: what administrators alone have, so that lenders don't wait for it. */
const ofAdministrators =
  /\/(AdminBar|page-forms|ConfirmDialog|MessageForm|RecipientField|use-return-focus|style-nonce|dist)-/
/** On Settings: the form, which is loaded while its fields are asked for. */
const besideTheSettings = /\/(forms|CompanyForm|web-addresses)-/

/** Opens a page; returns the scripts that its HTML names, and all that it loaded and asked for. */
async function visit(page: Page, address: string) {
  const loaded: string[] = []
  const asked: string[] = []
  const note = (request: { url: () => string }) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('.js')) loaded.push(pathname)
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  }
  page.on('request', note)
  const response = await openWhole(page, address)
  page.off('request', note)
  const html = (await response?.text()) ?? ''
  const untaken = await page.evaluate(() => Object.keys(globalThis.earlyAnswers ?? {}))
  return { html, loaded, asked, untaken }
}

test('the HTML of every page names the scripts that it needs and asks for nothing twice or in vain', async ({
  page,
  desk,
}) => {
  test.slow()
  const { id }: Loan = await desk.makeLoan()
  await test.step('for visitors', async () => {
    const { login, register, forgotPassword, resetPassword, terms, privacy, verify } = pages
    for (const address of [login, register, forgotPassword, resetPassword, terms, privacy, verify])
      await check(address)
  })
  await enter(page.context(), desk.admin)
  await test.step('for administrators', async () => {
    const { login: _1, register: _2, forgotPassword: _3, resetPassword: _4, ...own } = pages
    for (const address of Object.values(own)) await check(address.replace(':id', id))
  })

  async function check(address: string) {
    const { html, loaded, asked, untaken } = await visit(page, address)
    const isExpected = (file: string) =>
      afterTheScreen.test(file) ||
      (address === pages.loans && besideTheLoans.test(file)) ||
      (address === `/loans/${id}` && belowTheFold.test(file)) ||
      (address.startsWith(`/loans/${id}`) && ofAdministrators.test(file)) ||
      (address === pages.adminSettings && besideTheSettings.test(file)) ||
      (address === pages.help && file.includes('/for-administrators-'))
    const late = loaded.filter((file) => !html.includes(file) && !isExpected(file))
    expect({ address, late }).toEqual({ address, late: [] })
    expect({ address, untaken }).toEqual({ address, untaken: [] })
    const twice = asked.filter((call, place) => asked.indexOf(call) !== place)
    expect({ address, twice }).toEqual({ address, twice: [] })
  }
})
