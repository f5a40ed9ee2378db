/** A round of the deal desk: from interest of 142% to its end, and the answers of its lenders. */
import { expect, test, testOnPhone, type Desk, type Page } from '#test/e2e/support/desk.ts'
import { expectToast, openWhole, unfold } from '#test/e2e/support/screen.ts'
import { expectAtMost, followMail } from '#test/e2e/support/hand.ts'
import { print } from '#test/e2e/support/printing.ts'
import { newEmail, type Person } from '#test/support/builders.ts'
import { closeBook } from '#test/support/closed-books.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sheet = (page: Page) => part(page, 'Allocation')
const rowOf = (page: Page, { lastName }: Pick<Person, 'lastName'>) =>
  page.getByRole('row').filter({ hasText: lastName }).first()

/** The book of the example E03, in which lenders ask for 122%, and the originator keeps 20%. */
async function makeBook(desk: Desk) {
  const loan = await desk.makeLoan({ amount: '12500000.00' })
  const lenders = await Promise.all(
    ['Alder', 'Birch', 'Cedar', 'Doria'].map((lastName) => desk.makeLender({ lastName })),
  )
  const [alder, birch, cedar, doria] = lenders
  if (!alder || !birch || !cedar || !doria) throw new Error('Four lenders were made')
  await desk.makeCommitment(alder, loan, { percentage: '15' })
  for (const [lender, percentage] of [
    [birch, '30'],
    [cedar, '25'],
    [alder, '10'],
    [doria, '42'],
  ] as const)
    await desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })
  return { loan, alder, birch, cedar, doria }
}

async function publish(desk: Desk, loan: { id: string }) {
  const params = { id: loan.id }
  const { bookVersion } = await desk.admin.call('getDeal', { params })
  const draft = await desk.admin.call('saveAllocation', {
    params,
    body: { bookVersion, hold: '20.00', order: { kind: 'proRata' }, lines: [] },
  })
  const respondBy = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await desk.admin.call('publishAllocation', {
    params: { id: draft.id },
    body: { bookVersion, respondBy },
  })
}

test('an administrator divides a loan, publishes it, follows the answers, and ends the round', async ({
  desk,
}) => {
  const { loan, alder, birch, cedar, doria } = await makeBook(desk)
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  await expect(part(office, 'Next Step')).toContainText('Open requests of 107%')
  await office.getByRole('button', { name: 'Allocate', exact: true }).click()
  await sheet(office).getByLabel('Hold wanted (%)').fill('20')
  await expect(rowOf(office, birch)).toContainText('18.22%$2,277,500.00 · pro rata')
  await expect(sheet(office)).toContainText('Open requests are 107%, and 65% is left for them.')

  // What if Doria gets a share by hand?
  const byHand = sheet(office).getByLabel(/^Share of .* Doria set by hand/)
  await byHand.fill('43')
  await expect(byHand).toHaveAccessibleDescription('From 0% to 42%')
  await expect(sheet(office).getByRole('button', { name: 'Save Draft' })).toBeDisabled()
  await byHand.fill('12.5')
  await expect(rowOf(office, doria)).toContainText('12.5%$1,562,500.00 · set by hand')
  await expect(sheet(office)).toContainText(
    /3 lenders gain 0\.87%, .*Doria.* loses 20\.87%, and you keep 20% more\./,
  )
  await sheet(office)
    .getByLabel(/^Reason for the share of/)
    .fill('Late documents')
  await expect(sheet(office)).toContainText('The originator set your share by hand: Late documents')

  await sheet(office).getByRole('button', { name: 'Save Draft' }).click()
  await expectToast(office, 'Draft saved')
  await sheet(office).getByLabel('Order').selectOption('byTime')
  await expect(sheet(office)).toContainText('Against “Saved draft”:')
  await sheet(office).getByRole('button', { name: 'Discard Changes' }).click()
  await byHand.fill('')
  await sheet(office).getByRole('button', { name: 'Publish…' }).click()
  const dialog = office.getByRole('dialog', { name: 'Publish Allocation' })
  await expect(dialog).toContainText('4 lenders are offered 65% ($8,125,000.00) until')
  await expect(dialog).toContainText('you keep 20%')
  await expect(dialog.getByRole('row', { name: /Alder/ })).toContainText(
    '25%15% bound6.08%$760,000.00',
  )
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectToast(office, 'Round 1 published')
  await expect(office.getByRole('heading', { name: 'Round 1 Awaits Answers' })).toBeVisible()

  const [offer] = await birch.call('listOwnOffers', { query: { loanId: loan.id } })
  expect(offer?.addedAmount).toBe('2277500.00')
  await birch.call('acceptOffer', {
    params: { id: offer?.id ?? '' },
    body: { amount: '2277500.00' },
  })
  const [declined] = await cedar.call('listOwnOffers', { query: { loanId: loan.id } })
  await cedar.call('declineOffer', { params: { id: declined?.id ?? '' }, body: {} })
  await openWhole(office, `/loans/${loan.id}/deal`)
  await expect(part(office, 'Next Step')).toContainText('2 lenders can still answer until')
  await expect(rowOf(office, birch)).toContainText('Accepted')
  await expect(rowOf(office, cedar)).toContainText('Declined')
  await expect(part(office, 'Round 1 Awaits Answers')).toContainText(
    /15\.19% \(\$1,898,750\.00\) is left even if every open offer is accepted\. .*Doria asked for 16\.49% more, .*Birch for 11\.78%, and .*Alder for 3\.92%\./,
  )

  await rowOf(office, alder)
    .getByRole('button', { name: /^Message to/ })
    .click()
  const message = office.getByRole('dialog', { name: 'New Message' })
  await expect(message.getByLabel('To', { exact: true })).toHaveValue(new RegExp(alder.lastName))
  await message.getByRole('button', { name: 'Cancel' }).click()

  await rowOf(office, alder)
    .getByRole('button', { name: /^Record Answer…/ })
    .click()
  await office.getByRole('menuitem', { name: 'Record Acceptance' }).click()
  const record = office.getByRole('dialog', { name: 'Record Acceptance' })
  await expect(record).toContainText('to 6.08% ($760,000.00).')
  await record.getByRole('button', { name: 'Record Acceptance' }).click()
  await expect(record.getByRole('alert')).toHaveText('Enter how the lender gave its answer')
  await record.getByLabel('How the lender answered').fill('Letter of May 9')
  await record.getByRole('button', { name: 'Record Acceptance' }).click()
  await expectToast(office, 'Acceptance recorded')
  await expect(rowOf(office, alder)).toContainText('Letter of May 9')

  await office.getByRole('button', { name: 'End Round…' }).click()
  const end = office.getByRole('alertdialog', { name: 'End Round' })
  await expect(end).toContainText("1 lender hasn't answered yet. Its offer is recalled")
  await expect(end.getByRole('listitem')).toContainText('Doria25.51% ($3,188,750.00)')
  await end.getByRole('button', { name: 'End Round' }).click()
  await expectToast(office, 'Round 1 ended', '24.3% ($3,037,500.00) was accepted and is binding.')
  await expect(part(office, 'Earlier Rounds')).toContainText('2 of 4 lenders accepted 24.3%')
  await unfold(part(office, 'Earlier Rounds'))
  await part(office, 'Earlier Rounds').getByText('Round 1', { exact: true }).click()
  // The parts by answer add up to what was offered.
  for (const figure of [
    'Offered65% $8,125,000.00 · 4 lenders',
    'Accepted24.3% $3,037,500.00 · 2 lenders',
    'Declined15.19% $1,898,750.00 · 1 lender',
    'Recalled25.51% $3,188,750.00 · 1 lender',
  ])
    await expect(part(office, 'Earlier Rounds').locator('dl')).toContainText(figure)
  await expect(sheet(office)).toBeVisible()

  await openWhole(office, `/loans/${loan.id}/book`)
  await expect(part(office, 'Lenders').getByText('Accepted 18.22%')).toBeVisible()
})

testOnPhone(
  'a lender goes from the email of an offer to its certificate in at most 8 taps',
  async ({ page, desk }) => {
    const loan = await desk.makeLoan({ amount: '12500000.00' })
    const person = { email: newEmail(), password: 'correct horse battery' }
    const lender = await desk.makeLender(person)
    const other = await desk.makeLender()
    await desk.makeCommitment(lender, loan, { percentage: '60', isSoftCommit: 'true' })
    await desk.makeCommitment(other, loan, { percentage: '60', isSoftCommit: 'true' })
    await publish(desk, loan)
    const address = `/loans/${loan.id}`
    const hand = await followMail(page, person.email, { address, text: 'You are offered 40%' })
    const there = hand.page
    await hand.type(there.getByLabel('Email'), person.email)
    await hand.type(there.getByLabel('Password', { exact: true }), person.password)
    await hand.press(there.getByRole('button', { name: 'Log In' }))
    const card = part(there, 'Your Allocation')
    await expect(card).toContainText("You're offered 40% ($5,000,000.00)")
    await expect(card).toContainText('It was shared in proportion: 66.67% of each request.')
    await expect(there.getByText('while an allocation awaits answers').first()).toBeVisible()
    const funding = part(there, 'Funding Progress')
    await expect(funding).toContainText('Offered 40% ($5,000,000.00)')
    await expect(funding.getByRole('link', { name: 'Answer Offer' })).toHaveAttribute(
      'href',
      `${address}#allocation`,
    )
    await hand.press(card.getByRole('button', { name: /^Accept/ }))
    const dialog = there.getByRole('alertdialog', { name: 'Accept Offer' })
    await expect(dialog).toContainText(
      'You commit $5,000,000.00 (40%), binding. 20% of your interest stays soft.',
    )
    await expect(dialog.getByRole('row', { name: /^Binding amount/ })).toContainText(
      '$0.00$5,000,000.00',
    )
    await hand.press(dialog.getByRole('button', { name: 'Accept' }))
    await expectToast(there, 'Offer accepted', /You hold 40% of/)
    await expect(card).toContainText('You accepted 40% ($5,000,000.00).')
    await expect(card.getByRole('link', { name: /Receipt/ })).toBeVisible()

    const [offer] = await other.call('listOwnOffers', { query: { loanId: loan.id } })
    await other.call('declineOffer', { params: { id: offer?.id ?? '' }, body: {} })
    await closeBook(desk.admin, loan.id, { retainRest: 'true' })
    const last = await followMail(page, person.email, {
      ...{ address, text: 'You hold 40%', before: hand.count() },
    })
    const certificate = part(last.page, 'Your Participation').getByRole('button', {
      name: /^Certificate .+-1-01$/,
    })
    const [saved] = await Promise.all([last.page.waitForEvent('download'), last.press(certificate)])
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/)
    expectAtMost(8, last)
  },
)

test('a lender declines an offer under My Commitments, and its soft share is withdrawn', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan, { percentage: '30', isSoftCommit: 'true' })
  await publish(desk, loan)
  await page.goto('/dashboard')
  await expect(part(page, 'Today')).toContainText("You're offered 30% ($750,000.00)")
  await page.goto('/commitments')
  const waiting = part(page, 'Waiting for You')
  await expect(waiting).toContainText("You're offered 30% ($750,000.00)")
  await expect(waiting).toContainText('Without an answer in time, your soft 30% lapses')
  await page.getByRole('button', { name: `Withdraw: ${loan.title}` }).click()
  const withdrawal = page.getByRole('alertdialog', { name: 'Withdraw Commitment' })
  await expect(withdrawal).toContainText(
    `This declines your offer of 30% ($750,000.00). All your soft shares of ${loan.title}, 30% ($750,000.00), are withdrawn. Your answer is final.`,
  )
  await withdrawal.getByRole('button', { name: 'Cancel' }).click()
  await waiting.getByRole('button', { name: `Decline: ${loan.title}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Decline Offer' })
  await dialog.getByLabel('Reason').fill('Too large for us')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await waiting.getByRole('button', { name: `Decline: ${loan.title}` }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Too large for us')
  await expect(dialog).toContainText('your soft 30% ($750,000.00) is withdrawn')
  await dialog.getByRole('button', { name: 'Decline Offer' }).click()
  await expectToast(page, 'Offer declined', /Your soft shares of .* are withdrawn/)
  await expect(waiting).toBeHidden()
})

test('the sheet keeps what was typed when the page is left', async ({ desk }) => {
  const { loan, birch } = await makeBook(desk)
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  await sheet(office).getByLabel('Hold wanted (%)').fill('33')
  await office.getByRole('link', { name: 'Open Book' }).click()
  await office.getByRole('link', { name: 'Deal Desk' }).click()
  await sheet(office).getByRole('button', { name: 'Restore' }).click()
  await expect(sheet(office).getByLabel('Hold wanted (%)')).toHaveValue('33')
  await expect(rowOf(office, birch)).toContainText('14.58%')
})

test('the printed sheet has the rule, the shares and what the originator keeps, but nothing to press', async ({
  desk,
}) => {
  const { loan } = await makeBook(desk)
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  await sheet(office).getByLabel('Hold wanted (%)').fill('20')
  await sheet(office)
    .getByRole('button', { name: /^How .* Birch/ })
    .click()
  const pages = await print(office)
  const text = pages.map((each) => each.text).join('\n')
  expect(pages[0]?.isWide).toBe(true)
  expect(text).toContain('Pro rata; hold of at least 20%, steps of 0.01%')
  expect(text).toMatch(/Birch.*30%.*18\.22%/)
  expect(text).toContain('$2,277,500.00 · pro rata')
  expect(text).toContain('It was shared in proportion: 60.75% of each request.')
  expect(text).toMatch(/Originator keeps.*20%/)
  expect(text).not.toMatch(/Publish|Save Draft|Print Sheet|Compare with/)
})

test('the sheet can be filled in by keyboard', async ({ desk }) => {
  const { loan } = await makeBook(desk)
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  const hold = sheet(office).getByLabel('Hold wanted (%)')
  await hold.focus()
  await office.keyboard.press('ControlOrMeta+A')
  await office.keyboard.type('20')
  await sheet(office).getByLabel('Order').focus()
  await office.keyboard.type('Tiers')
  const tier = sheet(office).getByLabel(/^Tier of .* Birch/)
  await tier.focus()
  await office.keyboard.type('2')
  await office.keyboard.press('Tab')
  await office.keyboard.type('10')
  await expect(sheet(office).getByLabel(/^Pinned share of .* Birch/)).toHaveValue('10')
  await expect(rowOf(office, { lastName: 'Birch' })).toContainText('tier 2')
  await sheet(office).getByRole('button', { name: 'Save Draft' }).focus()
  await office.keyboard.press('Enter')
  await expectToast(office, 'Draft saved')
  await office.reload()
  await expect(tier).toHaveValue('2')
})
