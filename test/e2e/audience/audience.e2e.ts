/** The audience of a loan: administrators choose it, and firms ask for access to teasers. */
import {
  expect,
  test,
  testAtSizes,
  uniqueTitle,
  type Desk,
  type Page,
} from '#test/e2e/support/desk.ts'
import {
  browseFor,
  chooseOption,
  closeReceipt,
  expectToast,
  openWhole,
} from '#test/e2e/support/screen.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Audience' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Audience' })
const access = (page: Page) => page.getByRole('region', { name: /Access$/ })

/** A name that no other test uses, so that a search finds only its person. */
const makeNamed = (desk: Desk, lastName: string) =>
  desk.makeLender({ firstName: 'Vera', lastName: uniqueTitle(lastName) })
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

async function chooseAudience(page: Page, audience: string | RegExp) {
  await card(page).getByRole('button', { name: 'Change Audience' }).click()
  await dialogOf(page).getByRole('radio', { name: audience }).check()
}

async function saveAudience(page: Page) {
  await dialogOf(page).getByRole('button', { name: 'Save Audience' }).click()
  await expectToast(page, 'Audience saved')
  await expect(dialogOf(page)).toBeHidden()
}

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `a firm asks for access to a teaser, is refused, asks again, is admitted, and commits (${size})`,
    async ({ page, desk, lender }) => {
      const loan = await desk.makeLoan({ purpose: 'Buys the pier.' })
      const { title } = loan
      const office = await desk.openAs(desk.admin)
      await openWhole(office, `/loans/${loan.id}`)
      await expect(card(office)).toContainText('Every approved lender sees the whole loan')
      await chooseAudience(office, /^Everyone, as a teaser/)
      await expect(dialogOf(office)).toContainText('Only the teaser from now on')
      await saveAudience(office)
      await expect(card(office)).toContainText('make sure that neither reveals the borrower')

      await browseFor(page, loan)
      await expect(
        page.getByText('Teaser', { exact: true }).filter({ visible: true }),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: `Commit to ${title}` })).toBeHidden()
      await page.getByRole('link', { name: `Ask for access to ${title}` }).click()
      await expect(access(page).getByRole('heading', { name: 'Ask for Access' })).toBeFocused()
      const main = page.getByRole('main')
      await expect(main).toContainText('Boston, MA')
      await expect(main).toContainText('Undisclosed')
      for (const hidden of ['Pier Four LLC', '4 Pier Street', 'Buys the pier.'])
        await expect(main).not.toContainText(hidden)
      await expect(main).toContainText('You can commit once your firm has access.')
      for (const name of [/^Commit to/, /^Send/])
        await expect(page.getByRole('button', { name })).toHaveCount(0)
      await expect(page.getByRole('heading', { name: /^(Loan Documents|Messages)$/ })).toHaveCount(
        0,
      )
      await expect(page.getByRole('navigation', { name: 'Parts of this page' })).toHaveCount(0)
      await page.getByRole('button', { name: /^Favorite/ }).click()
      await expect(page.getByRole('button', { name: /^Favorite/, pressed: true })).toBeVisible()

      await access(page).getByLabel('Message (optional)').fill('We know the pier.')
      await access(page).getByRole('button', { name: 'Ask for Access' }).click()
      await expectToast(page, 'Access requested', title)
      await expect(access(page)).toContainText('Your firm asked on')
      await access(page).getByRole('button', { name: 'Withdraw' }).click()
      await expect(access(page).getByRole('button', { name: 'Ask for Access' })).toBeVisible()
      await access(page).getByLabel('Message (optional)').fill('We do know the pier.')
      await access(page).getByRole('button', { name: 'Ask for Access' }).click()
      await expect(access(page)).toContainText('“We do know the pier.”')

      await office.goto('/admin?tab=notifications')
      await office
        .getByRole('link', {
          name: new RegExp(`^Admit or Decline: .*access to ${title}.*We do know`),
        })
        .click()
      await expect(office.getByRole('heading', { name: 'Audience' })).toBeFocused()
      const firm = nameOf(lender)
      await office.getByRole('button', { name: 'Change Audience' }).click()
      await expect(dialogOf(office).getByRole('region', { name: 'Who will see it' })).toContainText(
        `Ask for access, not admitted${firm}`,
      )
      await dialogOf(office).getByRole('button', { name: 'Cancel' }).click()
      await office.getByRole('button', { name: `Refuse access: ${firm}` }).click()
      const refusal = office.getByRole('dialog', { name: `Refuse Access: ${firm}` })
      await refusal.getByLabel('Message (optional)').fill('Not this time.')
      await refusal.getByRole('button', { name: 'Refuse Access' }).click()
      await expectToast(office, 'Access refused', firm)
      await expect(card(office)).not.toContainText('Requests for Access')

      await page.reload()
      await expect(access(page)).toContainText('“Not this time.”')
      await access(page).getByRole('button', { name: 'Ask Again' }).click()
      await expect(access(page)).toContainText('Your firm asked on')

      await office.reload()
      await office.getByRole('button', { name: `Grant access: ${firm}` }).click()
      await office.getByRole('dialog').getByRole('button', { name: 'Grant Access' }).click()
      await expectToast(office, 'Access granted', firm)
      await expect(card(office).getByRole('list', { name: 'Admitted Firms' })).toContainText(firm)

      await page.goto('/notifications')
      await page
        .getByRole('link', { name: `Open Loan: You now have full access to ${title}.` })
        .click()
      await expect(main).toContainText('Pier Four LLC')
      await expect(main).toContainText('Buys the pier.')
      await expect(page.getByLabel('Your message')).toBeVisible()
      await page.getByRole('button', { name: 'Commit to This Loan' }).click()
      await page.getByRole('button', { name: 'Confirm Commitment' }).click()
      await closeReceipt(page)

      await office.reload()
      await card(office).getByRole('button', { name: 'Change Audience' }).click()
      await expect(dialogOf(office)).toContainText(
        /Holds \d+% (binding|soft), so it can't be removed\./,
      )
      await expect(dialogOf(office).getByRole('button', { name: `Remove ${firm}` })).toHaveCount(0)
    },
  )

test('a loan for invited firms is published to them, and is not found by another lender', async ({
  page,
  desk,
  lender,
}) => {
  const draft = await desk.makeLoan({ isDraft: 'true', title: uniqueTitle('Invited Wharf') })
  const guest = await makeNamed(desk, 'Guest')
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${draft.id}`)
  await office.getByRole('button', { name: 'Publish' }).click()
  const check = office.getByRole('list', { name: 'Check List' })
  await check.getByRole('button', { name: /^Audience Everyone/ }).click()
  await dialogOf(office)
    .getByRole('radio', { name: /^Invited firms only/ })
    .check()
  await expect(dialogOf(office)).toContainText('No firm is admitted yet.')
  await chooseOption(
    dialogOf(office).getByRole('combobox', { name: 'Admitted firms' }),
    nameOf(guest),
  )
  await expect(dialogOf(office).getByRole('list', { name: 'Admitted firms' })).toContainText(
    nameOf(guest),
  )
  await saveAudience(office)
  await expect(check.getByRole('button', { name: /^Audience Invited firms only/ })).toContainText(
    nameOf(guest),
  )
  const publishing = office.getByRole('dialog', { name: 'Publish Loan' })
  await expect(publishing).toContainText('Invited firms only · notifies 1 person at 1 firm')
  await publishing.getByText('By firm').click()
  await expect(publishing.getByRole('list', { name: 'Notified firms' })).toHaveText(nameOf(guest))
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await expectToast(office, 'Loan published')
  await expect(office.getByText('Invited only', { exact: true }).first()).toBeVisible()

  await page.goto(`/loans/${draft.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Loan not found' })).toBeVisible()
  await page.goto(`/loans?search=${encodeURIComponent(draft.title)}`)
  await expect(page.getByText('No loan matches', { exact: false }).first()).toBeVisible()
  expect((await lender.send('getLoan', { params: { id: draft.id } })).status).toBe(404)

  const other = await desk.openAs(guest)
  await other.goto('/notifications')
  await other.getByRole('link', { name: new RegExp(`^Open Loan: ${draft.title}`) }).click()
  await expect(other.getByRole('button', { name: 'Commit to This Loan' })).toBeVisible()
})

test('administrators save the admitted firms as a list and use, rename, and delete it', async ({
  page: _page,
  desk,
}) => {
  const [one, two] = [await makeNamed(desk, 'Ashlar'), await makeNamed(desk, 'Birch')]
  const first = await desk.makeLoan()
  const second = await desk.makeLoan()
  const list = uniqueTitle('Southeast')
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${first.id}`)
  await chooseAudience(office, /^Everyone, as a teaser/)
  const dialog = dialogOf(office)
  for (const firm of [one, two])
    await chooseOption(dialog.getByRole('combobox', { name: 'Admitted firms' }), nameOf(firm))
  await dialog.getByRole('button', { name: 'Save 2 Firms as a List' }).click()
  await dialog.getByRole('button', { name: 'Save List' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name of the list').fill(list)
  await office.keyboard.press('Enter')
  await expectToast(office, 'List saved', list)
  await saveAudience(office)

  await openWhole(office, `/loans/${second.id}`)
  await chooseAudience(office, /^Invited firms only/)
  await dialog.getByRole('button', { name: `Add 2 firms of ${list}` }).click()
  const admitted = dialog.getByRole('list', { name: 'Admitted firms' })
  await expect(admitted.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: `Remove ${nameOf(one)}` }).click()
  await expect(dialog.getByRole('combobox', { name: 'Admitted firms' })).toBeFocused()
  await expect(admitted.getByRole('listitem')).toHaveCount(1)
  const menu = dialog.getByRole('button', { name: `Actions for ${list}` })
  await menu.click()
  await office.getByRole('menuitem', { name: 'Replace Firms' }).click()
  await expectToast(office, 'List updated', `${list}: 1 firm`)
  await menu.click()
  await office.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog.getByLabel('New name').fill(`${list} II`)
  await dialog.getByRole('button', { name: 'Save List' }).click()
  await dialog.getByRole('button', { name: `Actions for ${list} II` }).click()
  await office.getByRole('menuitem', { name: 'Delete' }).click()
  await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText(list)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await office
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Discard/ })
    .click()
  await expect(card(office)).toContainText('Every approved lender sees the whole loan')
})

test('an administrator sees the teaser as lenders see it, and answers a request from Today', async ({
  page: _page,
  desk,
}) => {
  const loan = await desk.makeLoan({ purpose: 'Buys the pier.' })
  const params = { id: loan.id }
  await desk.admin.call('setAudience', { params, body: { audience: 'teaser' } })
  const asker = await makeNamed(desk, 'Tulip')
  await asker.call('requestAccess', { params, body: {} })
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}`)
  await card(office).getByRole('link', { name: 'See the Teaser' }).click()
  const main = office.getByRole('main')
  await expect(access(office).getByRole('button', { name: 'Ask for Access' })).toBeDisabled()
  for (const hidden of ['Pier Four LLC', '4 Pier Street', 'Buys the pier.'])
    await expect(main).not.toContainText(hidden)
  await office.goto('/dashboard')
  const today = office.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem').first()).toBeVisible()
  const showAll = today.getByRole('button', { name: /^Show All/ })
  if (await showAll.isVisible()) await showAll.click()
  await today
    .getByRole('link', { name: `Admit or Decline: ${nameOf(asker)} on ${loan.title}` })
    .click()
  await expect(office.getByRole('heading', { name: 'Audience' })).toBeFocused()
  await expect(office.getByRole('button', { name: `Grant access: ${nameOf(asker)}` })).toBeVisible()
  await office.goto(`/admin?search=${encodeURIComponent(loan.title)}`)
  await expect(office.getByText('Teaser', { exact: true }).filter({ visible: true })).toBeVisible()
})

test('the audience says that it could not be loaded, and loads on Retry', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const office = await desk.openAs(desk.admin)
  await office.route('**/audience', (route) => route.abort())
  await office.goto(`/loans/${loan.id}`)
  const failed = office.getByRole('alert').filter({ hasText: "The audience couldn't be loaded" })
  await expect(failed).toBeVisible()
  await office.unroute('**/audience')
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(card(office)).toContainText('Every approved lender sees the whole loan')
  await page.close()
})
