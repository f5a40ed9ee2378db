import { readFile } from 'node:fs/promises'
import {
  expect,
  test,
  testOnPhone,
  uniqueTitle,
  type Desk,
  type Page,
} from '#test/e2e/support/desk.ts'
import { recordPastEntries } from '#test/e2e/support/database.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { security } from '#test/support/requirements.ts'

const rows = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

async function makeTrail(desk: Desk) {
  const lender = await desk.makeLender({ firstName: 'Tilda', lastName: 'Moss' })
  const loan = await desk.makeLoan({ title: uniqueTitle() })
  const { id } = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  await lender.call('changeCommitment', { params: { id }, body: { percentage: '25' } })
  await lender.call('withdrawCommitment', { params: { id } })
  return { lender, loan }
}

const trailOf = (loan: { title: string }) => `/admin/audit?loan=${encodeURIComponent(loan.title)}`

testOnPhone(
  "the sidebar opens the audit trail, and the URL keeps the trail's filters",
  async ({ desk }) => {
    const { lender, loan } = await makeTrail(desk)
    await desk.signIn(lender)
    const page = await desk.openAs(desk.admin)
    await page.goto('/profile')
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    const links = page.getByRole('navigation', { name: 'Desk' })
    await links.getByRole('link', { name: 'Audit Trail' }).click()
    await expect(page).toHaveURL('/admin/audit')
    await expect(page.getByRole('heading', { level: 1, name: 'Audit Trail' })).toBeVisible()

    await page.getByLabel('Loan', { exact: true }).fill(loan.title)
    await expect(page).toHaveURL(/\?loan=/)
    await expect(rows(page, /Commitment (made|changed|withdrawn)/)).toHaveCount(3)
    await expect(rows(page, 'Loan created')).toHaveCount(1)
    await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Commitment changed' })
    await expect(page).toHaveURL(/kind=commitmentChanged/)
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(rows(page, 'Commitment changed')).toContainText('Tilda Moss')
    await expect(rows(page, 'Commitment changed')).toContainText('Soft 10% → 25%')
    await page.reload()
    await expect(page.getByLabel('Event', { exact: true })).toHaveValue('commitmentChanged')
    await expect(page.getByLabel('Loan', { exact: true })).toHaveValue(loan.title)
    await expect(page.getByRole('row')).toHaveCount(2)

    await page.getByLabel('To', { exact: true }).fill('2020-01-31')
    await expect(page).toHaveURL(/to=2020-01-31/)
    await expect(page.getByText('No entries match')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/admin/audit')
    await expect(page.getByLabel('Event', { exact: true })).toBeFocused()
    await page.getByLabel('Person').fill(lender.id)
    await expect(page).toHaveURL(/person=/)
    await expect(rows(page, 'Registered')).toHaveCount(1)
    await expect(rows(page, 'Approved')).toContainText(', about Tilda Moss')
    await expect(rows(page, 'Signed in')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign-ins hidden (show all)' }).click()
    await expect(page).toHaveURL(/signIns=shown/)
    await expect(rows(page, 'Signed in').first()).toBeVisible()
    await page.getByRole('button', { name: 'Hide Sign-Ins' }).click()
    await expect(rows(page, 'Signed in')).toHaveCount(0)
  },
)

testOnPhone('an audit entry shows the old and new values', async ({ desk }) => {
  const { loan } = await makeTrail(desk)
  const page = await desk.openAs(desk.admin)
  await page.goto(trailOf(loan))
  const changed = page.getByRole('button', { name: /^Commitment changed/ })
  await changed.click()
  const dialog = page.getByRole('dialog', { name: 'Commitment changed' })
  await expect(dialog).toContainText('Tilda Moss')
  await expect(dialog).toContainText('127.0.0.1')
  await expect(dialog.getByRole('row').filter({ hasText: 'Share' })).toHaveText(/Share\s*10%\s*25%/)
  await expect(dialog.getByRole('row').filter({ hasText: /^Amount/ })).toHaveText(
    /\$250,000\.00\s*\$625,000\.00/,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(changed).toBeFocused()
  await rows(page, 'Commitment withdrawn').getByRole('cell').last().click()
  await expect(page.getByRole('dialog', { name: 'Commitment withdrawn' })).toContainText(
    /Status\s*Active\s*Withdrawn/,
  )
  await page.keyboard.press('Escape')
  await rows(page, 'Loan created').getByRole('link', { name: loan.title }).last().click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
})

test("audit times and days follow the user's time zone, even when daylight saving time begins or ends", async ({
  desk,
}) => {
  security('16.2.2')
  const page = await desk.openAs(desk.admin)
  await test.step("audit times are shown in the user's time zone, with the zone's name", async () => {
    const loan = await desk.makeLoan({ title: uniqueTitle() })
    await recordPastEntries(loan, ['2025-12-01T20:28:05.5Z', '2025-12-02T04:59:59Z'])
    await page.goto(`${trailOf(loan)}&kind=loanChanged`)
    const acts = page.getByRole('row').getByRole('button')
    await expect(acts).toHaveText([
      'Loan changed, Dec 1, 2025 11:59 PM EST',
      'Loan changed, Dec 1, 2025 3:28 PM EST',
    ])
    await expect(page.getByRole('columnheader', { name: 'Time (EST)' })).toBeVisible()
    await acts.last().click()
    const dialog = page.getByRole('dialog', { name: 'Loan changed' })
    await expect(dialog).toContainText('Dec 1, 2025 3:28:05 PM EST')
    await expect(dialog).toContainText('Time (UTC)2025-12-01 20:28:05')
  })

  await test.step("a day filter covers the day in the user's time zone, even on days when the clocks change", async () => {
    const loan = await desk.makeLoan({ title: uniqueTitle() })
    // These times are around midnight in New York on the days when the clocks change.
    const longDay = ['2025-11-02T03:59:59Z', '2025-11-02T04:00:00Z', '2025-11-03T04:30:00Z']
    const shortDay = ['2026-03-08T05:00:00Z', '2026-03-09T03:30:00Z', '2026-03-09T04:00:00Z']
    await recordPastEntries(loan, [...longDay, '2025-11-03T05:00:00Z', ...shortDay])
    const acts = page.getByRole('row').getByRole('button')
    await page.goto(`${trailOf(loan)}&from=2025-11-02&to=2025-11-02`)
    await expect(acts).toHaveText([
      'Loan changed, Nov 2, 2025 11:30 PM EST',
      'Loan changed, Nov 2, 2025 12:00 AM EDT',
    ])
    await page.getByLabel('To', { exact: true }).fill('2025-11-03')
    await expect(acts).toHaveCount(3)
    await page.getByLabel('To', { exact: true }).fill('2026-03-08')
    await page.getByLabel('From', { exact: true }).fill('2026-03-08')
    await expect(page).toHaveURL(/&from=2026-03-08&to=2026-03-08$/)
    await expect(acts).toHaveText([
      'Loan changed, Mar 8, 2026 11:30 PM EDT',
      'Loan changed, Mar 8, 2026 12:00 AM EST',
    ])
  })
})

test("an audit export contains the filtered entries for the listed day, and the export's audit entry records the range", async ({
  desk,
}) => {
  const admin = await desk.makeLender()
  await desk.admin.call('updateUser', { params: { id: admin.id }, body: { isAdmin: 'true' } })
  const page = await desk.openAs(await desk.signIn(admin))

  await test.step("an audit export covers the same day as the list, and the export's audit entry records the range", async () => {
    const loan = await desk.makeLoan({ title: uniqueTitle() })
    await recordPastEntries(loan, [
      '2026-03-08T04:59:59Z',
      '2026-03-09T03:30:00Z',
      '2026-03-09T04:00:00Z',
    ])
    await page.goto(`${trailOf(loan)}&from=2026-03-08&to=2026-03-08`)
    await expect(page.getByRole('row')).toHaveCount(2)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
      '2026-03-09T03:30:00.000000Z',
    ])
    await page.goto(`/admin/audit?kind=auditExported&person=${admin.id}`)
    await page.getByRole('row').getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Audit trail exported' })
    await expect(dialog.getByRole('row', { name: 'From' })).toHaveText(
      'FromMar 8, 2026 12:00:00 AM EST',
    )
    await expect(dialog.getByRole('row', { name: 'To' })).toHaveText(
      'ToMar 9, 2026 12:00:00 AM EDT',
    )
  })

  await test.step('an audit export contains only the filtered entries', async () => {
    const { loan } = await makeTrail(desk)
    await page.goto(`${trailOf(loan)}&kind=commitmentMade`)
    await expect(page.getByRole('row')).toHaveCount(2)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Audit trail \d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Commitment made')
    expect(lines[1]).toContain(loan.title)
    await page.goto('/admin/audit?kind=auditExported')
    await expect(rows(page, 'Audit trail exported').first()).toBeVisible()
  })
})

test('the audit trail shows the last seal, filters by a name when it is clicked, and reports a reversed date range', async ({
  desk,
}) => {
  const page = await desk.openAs(desk.admin)
  await test.step("the audit trail's heading shows the last seal and can copy its number and hash", async () => {
    await makeTrail(desk)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/admin/audit')
    const state = page.getByText(
      /^(All entries are sealed|.* not sealed yet); last seal no\. \d+ \([0-9a-f]{12}…\)$/,
    )
    // The check is retried, because entries are sealed shortly after they are written.
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(state).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.getByRole('button', { name: 'Copy number and hash of the last seal' }).click()
    await expectToast(page, 'Seal copied')
    const [number, hash] = (await page.evaluate(() => navigator.clipboard.readText())).split(' ')
    await expect(state).toContainText(`no. ${number} (${hash?.slice(0, 12)}`)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  await test.step('clicking a name in an audit entry filters by that person and not by another person with the same name', async () => {
    const name = { firstName: uniqueTitle(), lastName: 'Twin' }
    const [one, other] = [await desk.makeLender(name), await desk.makeLender(name)]
    await page.goto(`/admin/audit?kind=approved&person=${encodeURIComponent(name.firstName)}`)
    await expect(page.getByRole('row')).toHaveCount(3)
    await page.getByLabel('Person').fill(other.email)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: /^Approved/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: `${name.firstName} Twin` })
      .click()
    await expect(page).toHaveURL(`/admin/audit?person=${other.id}`)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(rows(page, 'Registered')).toHaveCount(1)
    expect(one.id).not.toBe(other.id)
  })

  await test.step('a reversed date range in the audit trail shows a message, and an impossible date is ignored', async () => {
    await page.goto('/admin/audit?from=2026-02-02&to=2026-02-01')
    await expect(page.getByText('From is after To.')).toBeVisible()
    const clear = page.getByRole('button', { name: 'Clear filters' })
    await expect(clear).toHaveCount(2)
    await clear.last().click()
    await expect(page.getByLabel('Event', { exact: true })).toBeFocused()
    await page.goto('/admin/audit?from=2026-02-31')
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})

test('Load More appends the next page of audit entries', async ({ desk }) => {
  const lender = await desk.makeLender({ firstName: 'Vera', lastName: 'Quill' })
  const wrong = { email: lender.email, password: 'a wrong one' }
  const visitor = await desk.signIn(lender)
  for (let tries = 0; tries < 52; tries += 1) await visitor.refusal('login', { body: wrong })
  const page = await desk.openAs(desk.admin)
  await page.goto(`/admin/audit?kind=signInFailed&person=${lender.id}`)
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Load More' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(53)
  await expect(page.getByRole('row').nth(51).getByRole('button')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden()
})
