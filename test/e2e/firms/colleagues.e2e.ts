/** Two people of one lender, from the registration of the first to the commitment of the second. */
import { enter, expect, test, testOnPhone, type Page, type Person } from '#test/e2e/support/desk.ts'
import { waitForMailTo } from '#test/e2e/support/mails.ts'
import { receiptDialog } from '#test/e2e/support/receipts.ts'
import { expectToast, logIn } from '#test/e2e/support/screen.ts'
import { newEmail } from '#test/support/builders.ts'

const password = 'correct horse battery'

async function fillIn(page: Page, firstName: string, lastName: string) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/dashboard')
}

async function approve(admin: Person, email: string) {
  const [pending] = await admin.call('listUsers', { query: { search: email } })
  await admin.call('approveUser', { params: { id: pending?.id ?? '' } })
}

async function linkFor(email: string): Promise<string> {
  const mail = await waitForMailTo(email, '/register?invitation=')
  const [, link = ''] = /href="[^"]*(\/register\?invitation=[^"]+)"/.exec(mail) ?? []
  return link.replaceAll('&amp;', '&')
}

test('a lender names the firm and invites a colleague, who reads as viewer and commits as committer', async ({
  desk,
}) => {
  const loan = await desk.makeLoan()
  const [janes, sams] = [newEmail(), newEmail()]
  const firm = `Alder Bank ${janes.slice(0, 8)}`
  const jane = await desk.openAs(null)
  await jane.goto('/register')
  await jane.getByLabel('Email').fill(janes)
  await fillIn(jane, 'Jane', 'Roe')
  await expect(jane.getByLabel('Which firm are you with?')).toBeVisible()
  await approve(desk.admin, janes)

  await jane.goto('/firm')
  await expect(jane.getByRole('heading', { name: 'Jane Roe' })).toBeVisible()
  await expect(jane.getByRole('region', { name: 'People of the firm' })).toHaveCount(0)
  await jane.getByRole('button', { name: 'Name Your Firm' }).click()
  await jane.getByLabel('Name of the firm').fill(firm)
  await jane.getByRole('button', { name: 'Save' }).click()
  await expect(jane.getByRole('heading', { name: firm })).toBeVisible()
  await jane.getByRole('button', { name: 'Invite a Colleague' }).click()
  await jane.getByLabel('Email').fill(janes)
  await jane.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(jane.getByLabel('Email')).toHaveAccessibleDescription(/in your firm already/)
  await jane.getByLabel('Email').fill(sams)
  await jane.getByRole('button', { name: 'Invite', exact: true }).click()
  await expectToast(jane, 'Colleague invited')
  await expect(jane.getByRole('region', { name: 'Invitations' })).toContainText(sams)

  const sam = await desk.openAs(null)
  const link = await linkFor(sams)
  await sam.goto(link)
  await expect(sam.getByRole('heading', { name: `Join ${firm}` })).toBeVisible()
  await expect(sam.getByLabel('Email')).toHaveValue(sams)
  await fillIn(sam, 'Sam', 'Lee')
  await expect(sam.getByText('Your account is awaiting approval.')).toBeVisible()
  await expect(sam.getByLabel('Which firm are you with?')).toHaveCount(0)
  await approve(desk.admin, sams)
  const late = await desk.openAs(null)
  await late.goto(link)
  await expect(late.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible()

  await sam.goto(`/loans/${loan.id}`)
  await sam.getByRole('button', { name: 'Ask a Colleague to Commit' }).click()
  const asking = sam.getByRole('dialog', { name: 'Ask a Colleague to Commit' })
  await expect(asking).toContainText(`You have view access at ${firm}. Ask Jane Roe to commit.`)
  await asking.getByRole('spinbutton').fill('7')
  await expect(asking).toContainText(
    new RegExp(
      `Please commit 7% \\(.+\\), binding, .+/loans/${loan.id}#commit\\?share=7&kind=binding`,
    ),
  )

  await jane.reload()
  const row = jane.getByRole('row').filter({ hasText: 'Sam Lee' })
  await expect(row).toContainText('Viewer')
  await row.getByRole('button', { name: 'Actions for Sam Lee' }).click()
  await jane.getByRole('menuitem', { name: 'Change Role…' }).click()
  await jane.getByRole('radio', { name: 'Committer' }).check()
  await jane.getByRole('button', { name: 'Change Role' }).click()
  await expectToast(jane, 'Role changed')
  await expect(row).toContainText('Committer')

  await logIn(sam, sams, password)
  await expect(sam).toHaveURL('/dashboard')
  // The link of a request opens the dialog with the share that was asked for.
  await sam.goto(`/loans/${loan.id}#commit?share=7&kind=binding`)
  const dialog = sam.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(dialog.getByRole('spinbutton').first()).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
  await expect(receiptDialog(sam)).toContainText('Binding')

  await jane.goto('/commitments')
  const card = jane.getByRole('listitem').filter({ hasText: loan.title })
  await expect(card).toContainText('7%')
  await expect(card).toContainText('Sam Lee')
})

testOnPhone(
  'a manager deactivates and reactivates a colleague, who keeps nothing of the firm open',
  async ({ desk, page, context }) => {
    const jane = await desk.makeLender({ firstName: 'Jane', lastName: 'Roe' })
    const { firmId } = await jane.call('getCurrentUser')
    const email = newEmail()
    await desk.admin.call('createInvitationToFirm', {
      params: { id: firmId },
      body: { email, firmRole: 'committer' },
    })
    const sam = await desk.openAs(null)
    await sam.goto(await linkFor(email))
    await fillIn(sam, 'Sam', 'Lee')
    await expect(sam.getByText('Your account is awaiting approval.')).toHaveCount(0)

    await enter(context, jane)
    await page.goto('/firm')
    await page.getByRole('button', { name: 'Actions for Sam Lee' }).tap()
    await page.getByRole('menuitem', { name: 'Deactivate…' }).tap()
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate Sam Lee?' })
    await expect(dialog).toContainText('Your firm keeps every commitment')
    await dialog.getByRole('button', { name: 'Deactivate' }).tap()
    await expectToast(page, 'Colleague deactivated')
    await sam.goto('/firm')
    await expect(sam).toHaveURL(/\/login/)
    await page.getByRole('button', { name: 'Reactivate Sam Lee' }).tap()
    await expectToast(page, 'Colleague reactivated')
    await logIn(sam, email, password)
    await expect(sam.getByRole('heading', { level: 1 })).toBeVisible()
  },
)

test('an administrator merges the firms of one company, sees what becomes of positions, and leaves a person out', async ({
  desk,
}) => {
  const company = `Marchetti ${newEmail().slice(0, 8)}`
  const make = async (firstName: string) => {
    const person = await desk.makeLender({ firstName, lastName: 'Marchetti' })
    await person.call('updateProfile', { body: { companyName: company } })
    return person
  }
  const [lucia, paolo, giulia] = [await make('Lucia'), await make('Paolo'), await make('Giulia')]
  await desk.makeCommitment(lucia, await desk.makeLoan(), { percentage: '10' })

  const page = await desk.openAs(desk.admin)
  await page.goto('/admin/firms')
  await page.getByRole('button', { name: `Merge: ${company}` }).click()
  const dialog = page.getByRole('dialog', { name: `Merge ${company}?` })
  const kept = dialog.getByRole('region', { name: 'Already in the kept firm' })
  await expect(kept).toContainText(lucia.email)
  const effect = dialog.getByRole('region', { name: 'Before and After' })
  const rowOf = (name: string) => effect.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(rowOf(company)).toHaveText(/\$250,000\.00 binding on 1 loan1 → 3$/)
  await dialog.getByRole('checkbox', { name: /^Giulia/ }).uncheck()
  await expect(rowOf(company)).toContainText('1 → 2')
  await expect(rowOf('Firm of Paolo')).toHaveText(/No positions1 → 0$/)
  await expect(rowOf('Firm of Giulia')).toHaveText(/No positions1$/)
  await expect(effect).toContainText('The firm of Paolo Marchetti has no positions, and ends.')
  await expect(effect).not.toContainText('The firm of Giulia')
  await dialog.getByRole('button', { name: 'Move 1 Person' }).click()
  await expectToast(page, 'Firms merged', `Paolo Marchetti joined ${company}.`)
  const firmOf = async ({ email }: Person) =>
    (await desk.admin.call('listUsers', { query: { search: email } }))[0]?.firmName
  expect([await firmOf(lucia), await firmOf(paolo), await firmOf(giulia)]).toEqual([
    company,
    company,
    null,
  ])

  await page.getByRole('searchbox', { name: 'Search firms' }).fill(company)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: 'Binding' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const first = page.getByRole('row').nth(1)
  await expect(first.getByRole('link', { name: company })).toBeVisible()
  await expect(first).toContainText('$250,000')
})

test('the dialog to merge firms says who cannot join, and why nobody is moved', async ({
  desk,
}) => {
  const company = `Marchetti ${newEmail().slice(0, 8)}`
  const make = async (given: Partial<Person>) => {
    const person = await desk.makeLender({ lastName: 'Marchetti', ...given })
    await person.call('updateProfile', { body: { companyName: company } })
    return person
  }
  for (const firstName of ['Lucia', 'Paolo'])
    await desk.makeCommitment(await make({ firstName }), await desk.makeLoan(), {
      percentage: '10',
    })
  const email = newEmail().replace(/@.*/, '@gmail.com')
  await make({ firstName: 'Giulia', email })
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin/firms')
  await page.getByRole('button', { name: `Merge: ${company}` }).click()
  const dialog = page.getByRole('dialog', { name: `Merge ${company}?` })
  const who = dialog.getByRole('group', { name: 'Who joins, and with which role' })
  await expect(who).toContainText(/(Lucia|Paolo) MarchettiCan't join/)
  await expect(who).toContainText('their firm holds $250,000.00 binding on 1 loan')
  const giulia = who.getByRole('checkbox')
  await expect(giulia).not.toBeChecked()
  const move = dialog.getByRole('button', { name: 'Move People' })
  await expect(move).toBeDisabled()
  await expect(move).toHaveAccessibleDescription(
    'Choose who joins. The email address of Giulia Marchetti has a warning, so check it first.',
  )
  await giulia.check()
  await expect(dialog.getByRole('button', { name: 'Move 1 Person' })).toBeEnabled()
})
