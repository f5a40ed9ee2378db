import { parseMoney, parsePercent, percentNumber, sumMoney, sumPercent } from '#domain/money.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ExampleBook } from './ExampleBook.tsx'

const html = renderToStaticMarkup(<ExampleBook />)

const printed = [
  ...html.matchAll(/>([^<>]+)<\/span><\/th><td.*?>(.*?)%<\/td><td.*?>\$(.*?)<\/td>/g),
].map(([, name = '', share = '', amount = '']) => {
  const figures = { share: parsePercent(share), amount: parseMoney(amount.replaceAll(',', '')) }
  if (!figures.share || !figures.amount) throw new Error(`The line of ${name} has no figures`)
  return { name: name.replace(/\s/g, ' '), share: figures.share, amount: figures.amount }
})

function line(name: string) {
  const found = printed.find((each) => each.name === name)
  if (!found) throw new Error(`No line is named ${name}`)
  return found
}

const sum = (...names: string[]) => ({
  share: sumPercent(names.map((name) => line(name).share)),
  amount: sumMoney(names.map((name) => line(name).amount)),
})

test('shows an example book whose entries add up exactly to the totals, in percent and in dollars', () => {
  expect(sum('Your commitment', 'Other lenders')).toEqual(sum('Committed'))
  expect(sum('Committed', 'Available')).toEqual(sum('Loan amount'))
  expect(line('Loan amount')).toMatchObject({ share: '100.00', amount: '12450000.00' })
})

test("shows the example book's soft interest below the total without including it in the total", () => {
  expect(printed.map(({ name }) => name)).toEqual([
    'Your commitment',
    'Other lenders',
    'Committed',
    'Available',
    'Loan amount',
    'Soft interest (not counted)',
  ])
})

test("draws the segments of the example book's bar in proportion to their shares", () => {
  const widths = [...html.matchAll(/w-\[(\d+)%\]/g)].map(([, width]) => Number(width))
  const drawn = ['Your commitment', 'Other lenders', 'Soft interest (not counted)']
  expect(widths).toEqual(drawn.map((name) => percentNumber(line(name).share)))
})
