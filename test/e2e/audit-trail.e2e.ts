import { readFile } from 'node:fs/promises'
import { expect, test, uniqueTitle, type Desk, type Page } from './support/desk.ts'
import { expectToast } from './support/screen.ts'

const rows = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

/** A loan with a commitment on it that was made, changed and withdrawn by a lender of its own. */
async function makeTrail(desk: Desk) {
  const lender = await desk.makeLender({ firstName: 'Tilda', lastName: 'Moss' })
  const loan = await desk.makeLoan({ title: uniqueTitle() })
  const { id } = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  await lender.call('changeCommitment', { params: { id }, body: { percentage: '25' } })
  await lender.call('withdrawCommitment', { params: { id } })
  return { lender, loan }
}

const trailOf = (loan: { title: string }) => `/admin/audit?loan=${encodeURIComponent(loan.title)}`

test('the audit trail hangs on the menu, and its filters live in the address', async ({ desk }) => {
  const { lender, loan } = await makeTrail(desk)
  const page = await desk.openAs(desk.admin)
  await page.goto('/profile')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await page.getByRole('button', { name: new RegExp(desk.admin.email) }).click()
  await page.getByRole('menuitem', { name: 'Audit Trail' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Trail' })).toBeVisible()

  await page.getByLabel('Loan', { exact: true }).fill(loan.title)
  await expect(page).toHaveURL(/\?loan=/)
  await expect(rows(page, /Commitment (made|changed|withdrawn)/)).toHaveCount(3)
  await expect(rows(page, 'Loan created')).toHaveCount(1)
  await page.getByLabel('What').selectOption({ label: 'Commitment changed' })
  await expect(page).toHaveURL(/kind=commitmentChanged/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rows(page, 'Commitment changed')).toContainText('Tilda Moss')
  await page.reload()
  await expect(page.getByLabel('What')).toHaveValue('commitmentChanged')
  await expect(page.getByLabel('Loan', { exact: true })).toHaveValue(loan.title)
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.getByLabel('Until (UTC)').fill('2020-01-31')
  await expect(page).toHaveURL(/to=2020-01-31/)
  await expect(page.getByText('No entry matches')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel('Until (UTC)')).toHaveValue('')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await page.getByLabel('Person').fill(lender.id)
  await expect(page).toHaveURL(/person=/)
  await expect(rows(page, 'Registered')).toHaveCount(1)
  await expect(rows(page, 'Approved')).toContainText('Administrator for Tilda Moss')
})

test('an entry opens with what was before and after, in words', async ({ desk }) => {
  const { loan } = await makeTrail(desk)
  const page = await desk.openAs(desk.admin)
  await page.goto(trailOf(loan))
  const changed = page.getByRole('button', { name: /^Commitment changed/ })
  await changed.click()
  const dialog = page.getByRole('dialog', { name: 'Commitment changed' })
  await expect(dialog).toContainText('Tilda Moss')
  await expect(dialog).toContainText('127.0.0.1')
  await expect(dialog.getByRole('row').filter({ hasText: 'Share' })).toHaveText(/Share\s*10%\s*25%/)
  await expect(dialog.getByRole('row').filter({ hasText: 'Amount' })).toHaveText(
    /\$250,000\.00\s*\$625,000\.00/,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(changed).toBeFocused()
  // A press anywhere on the row does the same, and one on its loan leads to the loan.
  await rows(page, 'Commitment withdrawn').getByRole('cell').last().click()
  await expect(page.getByRole('dialog', { name: 'Commitment withdrawn' })).toContainText(
    'withdrawn',
  )
  await page.keyboard.press('Escape')
  await rows(page, 'Loan created').getByRole('link', { name: loan.title }).last().click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
})

test('the export has what the filters let through', async ({ desk }) => {
  const { loan } = await makeTrail(desk)
  const page = await desk.openAs(desk.admin)
  await page.goto(`${trailOf(loan)}&kind=commitmentMade`)
  await expect(page.getByRole('row')).toHaveCount(2)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Commitment made')
  expect(lines[1]).toContain(loan.title)
  // Whoever takes the trail along is on it too.
  await page.goto('/admin/audit?kind=auditExported')
  await expect(rows(page, 'Audit trail exported').first()).toBeVisible()
})

test('its head says how far it is sealed, to be kept elsewhere', async ({ desk }) => {
  await makeTrail(desk)
  const page = await desk.openAs(desk.admin)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/admin/audit')
  const state = page.getByText(/^Sealed to no\. \d+, hash [0-9a-f]{12}…, (none|\d+) waiting$/)
  // Seals follow a moment after what they seal.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(state).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: 'Copy number and hash of the last seal' }).click()
  await expectToast(page, 'Seal copied')
  const [number, hash] = (await page.evaluate(() => navigator.clipboard.readText())).split(' ')
  await expect(state).toContainText(`no. ${number}, hash ${hash?.slice(0, 12)}`)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

test('more than a page of entries comes when it is asked for', async ({ desk }) => {
  const lender = await desk.makeLender({ firstName: 'Vera', lastName: 'Quill' })
  const wrong = { email: lender.email, password: 'a wrong one' }
  const visitor = await desk.signIn(lender)
  for (let tries = 0; tries < 52; tries += 1) await visitor.refusal('login', { body: wrong })
  const page = await desk.openAs(desk.admin)
  await page.goto(`/admin/audit?kind=signInFailed&person=${lender.id}`)
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('row')).toHaveCount(53)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

test('a lender is refused the audit trail', async ({ lenderPage: page }) => {
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
})

test('a trail that cannot be loaded says so, and is asked for again', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await page.route('**/api/admin/audit?*', (route) => route.abort())
  await page.goto('/admin/audit')
  await expect(page.getByText('The audit trail could not be loaded')).toBeVisible()
  await page.unroute('**/api/admin/audit?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page, /127\.0\.0\.1/).first()).toBeVisible()
})
