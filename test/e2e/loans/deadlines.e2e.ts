import { enter, expect, test, uniqueTitle } from '#test/e2e/support/desk.ts'
import { violations } from '#test/e2e/support/axe.ts'
import { createLoan, openForm, openPanel } from '#test/e2e/support/panel.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { dayAt } from '#domain/time-zone.ts'
import { formatMoment, formatShortDay } from '#domain/days.ts'

// The configured time zone is New York, regardless of the browser's time zone.
test.use({ timezoneId: 'Pacific/Auckland' })

const dayIn = (days: number) => dayAt(new Date(Date.now() + days * 24 * 3_600_000))

test('a deadline is entered and shown in the configured time zone, and a closing date has no time', async ({
  page,
  desk,
}) => {
  const title = uniqueTitle('Deadline')
  await openPanel(page, desk.admin, title)
  const dialog = await openForm(page, createLoan)
  for (const [label, text] of Object.entries({
    'Loan Title': title,
    'Borrower Name': 'Pier LLC',
    'Loan Amount ($)': '1000000',
    'Interest Rate (%)': '8',
  }))
    await dialog.getByLabel(label).fill(text)
  await dialog.locator('summary').filter({ hasText: 'Dates' }).click()
  const deadline = dialog.getByLabel('Commitment Deadline')
  await expect(dialog.getByText('Eastern Time.')).toBeVisible()
  // On this day, clocks in New York skip from 2:00 AM to 3:00 AM, so 2:30 AM becomes 3:30 AM.
  await deadline.fill('2027-03-14T02:30')
  await expect(dialog.getByText('Mar 14, 2027, 3:30 AM EDT')).toBeVisible()
  await deadline.fill(`${dayIn(2)}T17:00`)
  await dialog.getByLabel('Planned Closing').fill('2029-03-11')
  await dialog.getByRole('button', { name: 'Create Loan' }).click()
  await expectToast(page, 'Loan created successfully', title)

  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('due in 2 days')
  await page.getByRole('link', { name: title }).first().click()
  const header = page.getByRole('banner').or(page.locator('header')).filter({ hasText: title })
  await expect(header).toContainText(`Commitments due ${formatShortDay(dayIn(2))}`)
  await expect(header).toContainText('(2 days)')
  await expect(header).toContainText('Closing Mar 11, 2029')
  const [time] = await header.locator('time').evaluateAll((all) =>
    all.map((each) => ({
      at: each.getAttribute('datetime') ?? '',
      text: each.getAttribute('title'),
    })),
  )
  expect(time?.text).toBe(formatMoment(time?.at ?? ''))
  expect(time?.text).toMatch(/5:00 PM E[SD]T$/)
  expect(await violations(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to Calendar' }).click()
  expect((await saving).suggestedFilename()).toBe(`${title}.ics`)
})

test('a lender creates, replaces, and turns off a calendar URL', async ({ page, desk }) => {
  const lender = await desk.makeLender()
  await enter(page.context(), lender)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Calendar' })
  await card.getByRole('button', { name: 'Create Address' }).click()
  await expectToast(page, 'Calendar address created', 'only once')
  const field = card.getByLabel('Your calendar address')
  const first = await field.inputValue()
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(card).toContainText('A new address replaces it.')
  await expect(field).toBeHidden()
  await card.getByRole('button', { name: 'New Address' }).click()
  await expect(field).toHaveValue(/\/api\/calendar\.ics\?key=[\w-]{43}$/)
  const second = await field.inputValue()
  const statusOf = async (url: string) => (await fetch(url)).status
  expect(await statusOf(first)).toBe(404)
  expect(await statusOf(second)).toBe(200)
  await card.getByRole('button', { name: 'Turn Off' }).click()
  await expectToast(page, 'Calendar address turned off', 'no longer works')
  await expect(field).toBeHidden()
  expect(await statusOf(second)).toBe(404)
})
