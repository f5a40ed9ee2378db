/** A teaser shows the columns of a list and hides all others, in every answer. */
import { audiences, teaserFields, undisclosed } from '#domain/audience/audiences.ts'
import { creditOf } from '#domain/loans/credit/credit.ts'
import { loanFieldNames } from '#domain/loans/fields.ts'
import { loans } from '#server/database/schema/loans.ts'
import { exampleLoan } from '#contract/loans/example-loan.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { setAudience } from '#test/support/audiences.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import { getTableColumns } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const readAs = async (reader: typeof lena, id: string) => ({
  single: await reader.call('getLoan', { params: { id } }),
  listed: (await reader.call('listLoans')).find((loan) => loan.id === id),
})

it('shows only the listed fields of a teaser, whatever the values of the others are', async () => {
  const { id } = await desk.makeLoan(exampleLoan)
  await setAudience(desk, olga, { id }, 'teaser', [luis])
  const hidden = loanFieldNames.filter((field) => !teaserFields.includes(field))
  const texts = hidden.filter((field) =>
    [
      'purpose',
      'summary',
      'sponsor',
      'exit',
      'borrowerName',
      'rateIndex',
      'extensionOptions',
    ].includes(field),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        Object.fromEntries(
          texts.map((field) => [field, fc.nat().map((number) => `secret ${number}`)]),
        ),
      ),
      async (values) => {
        await olga.call('updateLoan', { params: { id }, body: values })
        for (const [where, loan] of Object.entries(await readAs(lena, id))) {
          expect(loan, where).toMatchObject({ isTeaser: 'true', borrowerName: undisclosed })
          expect(JSON.stringify(loan), where).not.toContain('secret')
          for (const field of hidden)
            if (field !== 'borrowerName' && field !== 'propertyAddress')
              expect(loan?.[field], `${where} ${field}`).toBeNull()
        }
      },
    ),
    { numRuns: 10 },
  )
})

it('hides every column of the table that is not on the list of a teaser', async () => {
  const { id } = await desk.makeLoan({
    ...exampleLoan,
    propertyAddress: '12 Harbor Street, Boston, MA 02110',
  })
  await setAudience(desk, olga, { id }, 'teaser', [])
  const full = await olga.call('getLoan', { params: { id } })
  const { single, listed } = await readAs(lena, id)
  const shown = new Set<string>([
    ...teaserFields,
    ...['id', 'version', 'createdAt', 'coverUrl', 'committedPercentage', 'softPercentage'],
    ...[
      'committedAmount',
      'softAmount',
      'holdPercentage',
      'bookStage',
      'takesCommitments',
      'isTeaser',
      'can',
      'credit',
      'borrowerName',
      'propertyAddress',
    ],
  ])
  for (const loan of [single, listed ?? single]) {
    const others = Object.keys(loan).filter((name) => !shown.has(name))
    for (const name of others) expect(loan[name as keyof Loan], name).toBeNull()
    expect(loan.credit).toEqual(creditOf({ ...loan }))
    expect(Object.values({ ...loan.credit, dscrBasis: null })).toEqual(
      Object.values(loan.credit).map(() => null),
    )
    for (const field of teaserFields) expect(loan[field], field).toEqual(full[field])
    expect(loan.propertyAddress).toBe('Boston, MA')
  }
  expect(Object.keys(getTableColumns(loans))).toContain('teaserAddress')
})

it('finds a teaser by its title, and by no field that it hides', async () => {
  const title = 'Gannet Wharf'
  const { id } = await desk.makeLoan({
    ...exampleLoan,
    title,
    borrowerName: 'Heron Partners',
    propertyAddress: '7 Osprey Lane, Salem, MA 01970',
    noiInPlace: '900000.00',
  })
  await setAudience(desk, olga, { id }, 'teaser', [luis])
  const finds = async (reader: typeof lena, query: Record<string, string>) =>
    (await reader.call('listLoans', { query })).some((loan) => loan.id === id)
  const searches = async (reader: typeof lena, q: string) =>
    (await reader.call('search', { query: { q } })).loans.some((loan) => loan.id === id)
  expect([await finds(lena, { search: 'gannet' }), await searches(lena, 'gannet')]).toEqual([
    true,
    true,
  ])
  for (const word of ['Heron', 'Osprey', 'Undisclosed']) {
    expect(await finds(lena, { search: word }), word).toBe(false)
    expect(await searches(lena, word), word).toBe(false)
  }
  expect(await searches(lena, 'Salem')).toBe(false)
  expect(await finds(luis, { search: 'Heron' })).toBe(true)
  expect(await searches(luis, 'Osprey')).toBe(true)
  expect(await finds(lena, { location: 'Osprey' })).toBe(false)
  expect(await finds(lena, { location: 'MA' })).toBe(true)
  expect(await finds(lena, { debtYieldMin: '0.01' })).toBe(false)
  expect(await finds(luis, { debtYieldMin: '0.01' })).toBe(true)
  for (const sort of ['debtYield', '-debtYield', '-dscr'] as const) {
    const page = await lena.send('listLoans', { query: { sort, limit: '1', search: title } })
    expect(page.headers.link ?? '', sort).not.toMatch(/72\.|900000/)
  }
})

it('announces a teaser as a teaser, and matches saved filters with what their owner sees', async () => {
  const filter = { isNotifying: 'true', search: 'Plover Bank' } as const
  await lena.call('createSavedFilter', { body: { name: 'Lena', ...filter } })
  await luis.call('createSavedFilter', { body: { name: 'Luis', ...filter } })
  const draft = await olga.call('createLoan', {
    body: { ...exampleLoan, title: 'Tern Court', borrowerName: 'Plover Bank', isDraft: 'true' },
  })
  await setAudience(desk, olga, draft, 'teaser', [luis])
  await olga.call('publishLoan', { params: { id: draft.id }, body: {} })
  const [toLena, toLuis] = [await noticesOf(lena, draft), await noticesOf(luis, draft)]
  expect(toLena).toHaveLength(1)
  expect(toLena[0]).not.toContain('Matches')
  expect(toLuis[0]).toContain('Matches your saved filter “Luis”')
})

it('knows three audiences', () => {
  expect(audiences).toEqual(['everyone', 'teaser', 'invited'])
})
