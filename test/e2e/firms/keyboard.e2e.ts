/** The acts of firms and audiences without a mouse. */
import { enter, expect, test, uniqueTitle } from '#test/e2e/support/desk.ts'
import { waitForMailTo } from '#test/e2e/support/mails.ts'
import { expectReceipt, expectToast, tabTo, tabToControl } from '#test/e2e/support/screen.ts'
import { newEmail } from '#test/support/builders.ts'

const password = 'correct horse battery'

test('a manager invites a colleague, who registers and commits, using only the keyboard', async ({
  page,
  context,
  desk,
}) => {
  const jane = await desk.makeLender({ firstName: 'Jane', lastName: 'Roe' })
  const loan = await desk.makeLoan()
  const email = newEmail()
  await enter(context, jane)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await tabToControl(page, page.locator('button[aria-haspopup=menu]').first())
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await page.keyboard.type('Your')
  await expect(menu.getByRole('menuitem', { name: 'Your Firm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Jane Roe' })).toBeVisible()

  await tabTo(page, 'button', 'Invite a Colleague')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite a Colleague' })
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: 'Viewer' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Committer' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Colleague invited', email)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Invite a Colleague' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Invitations' })).toContainText(email)

  const mail = await waitForMailTo(email, '/register?invitation=')
  const [, link = ''] = /href="[^"]*(\/register\?invitation=[^"]+)"/.exec(mail) ?? []
  const officer = await desk.openAs(null)
  await officer.goto(link.replaceAll('&amp;', '&'))
  await expect(officer.getByRole('heading', { name: 'Join Jane Roe' })).toBeVisible()
  for (const [name, text] of [
    ['First name', 'Sam'],
    ['Last name', 'Lee'],
    ['Password', password],
    ['Confirm password', password],
  ] as const) {
    await tabToControl(officer, officer.getByLabel(name, { exact: true }))
    await officer.keyboard.type(text)
  }
  await officer.keyboard.press('Enter')
  await expect(officer).toHaveURL('/dashboard')
  const [pending] = await desk.admin.call('listUsers', { query: { search: email } })
  await desk.admin.call('approveUser', { params: { id: pending?.id ?? '' } })

  await officer.goto(`/loans/${loan.id}`)
  await expect(officer.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  await tabTo(officer, 'button', 'Commit to This Loan')
  await officer.keyboard.press('Enter')
  const commit = officer.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(commit).toBeVisible()
  await tabTo(officer, 'spinbutton', /./)
  await officer.keyboard.press('ControlOrMeta+a')
  await officer.keyboard.type('7')
  await tabTo(officer, 'button', 'Confirm Commitment')
  await officer.keyboard.press('Enter')
  await expectReceipt(officer, '7% of')
  await tabTo(officer, 'button', 'Done')
  await officer.keyboard.press('Enter')
  await expect(officer.getByRole('dialog')).toHaveCount(0)
})

test('an administrator sets the audience of a loan and admits a firm, using only the keyboard', async ({
  page,
  context,
  desk,
}) => {
  const lastName = uniqueTitle('Guest')
  const guest = await desk.makeLender({ firstName: 'Vera', lastName })
  const loan = await desk.makeLoan()
  await enter(context, desk.admin)
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('region', { name: 'Audience' })).toContainText(
    'Every approved lender',
  )
  await page.getByRole('heading', { name: 'Audience' }).focus()
  await tabTo(page, 'button', 'Change Audience')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Audience' })
  await tabTo(page, 'radio', 'Everyone')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^Invited firms only/ })).toBeChecked()
  await tabTo(page, 'combobox', 'Admitted firms')
  await page.keyboard.type(lastName)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const admitted = dialog.getByRole('list', { name: 'Admitted firms' })
  await expect(admitted).toContainText(`Vera ${lastName}`)
  await tabTo(page, 'button', 'Save Audience')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Audience saved', loan.title)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change Audience' })).toBeFocused()
  const params = { id: loan.id }
  expect((await guest.call('getLoan', { params })).title).toBe(loan.title)
  expect((await (await desk.makeLender()).send('getLoan', { params })).status).toBe(404)
})
