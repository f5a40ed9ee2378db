import { expect, type Desk, type Page, uniqueTitle } from './desk.ts'

export const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Compare ${title}` })

export const selected = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

export const row = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}( differs)?$`) }) })

export const columns = (page: Page) => page.getByRole('columnheader')

export async function makeLoans(desk: Desk, count: number) {
  const mark = uniqueTitle('Twin')
  const loans = []
  for (let number = 1; number <= count; number += 1)
    loans.unshift(
      await desk.makeLoan({
        title: `${mark} ${number}`,
        interestRate: `${6 + number}.50`,
        asIsValue: '5000000.00',
      }),
    )
  return { mark, loans }
}

export const list = (mark: string) => `/loans?search=${encodeURIComponent(mark)}`

export const comparison = (loans: readonly { id: string }[]) =>
  `/loans/compare?ids=${loans.map(({ id }) => id).join(',')}`
