import type { BookHolder } from '#contract/book/shapes.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  closingBookOf,
  describeClosing,
  describeLapses,
  describeMissing,
  holdAfterClosing,
} from './describe-closing.ts'

const share = (text: string) => parsePercent(text) ?? zeroPercent
const money = (text: string) => parseMoney(text) ?? zeroMoney

const totals: Deal['totals'] = {
  bindingPercentage: share('92.5'),
  bindingAmount: money('11562500.00'),
  softPercentage: share('12'),
  softAmount: money('1500000.00'),
  coveragePercentage: share('104.5'),
  availablePercentage: share('7.5'),
  availableAmount: money('937500.00'),
  holdPercentage: share('10'),
  holdAmount: money('1250000.00'),
}
const whole = { ...totals, availablePercentage: zeroPercent, availableAmount: zeroMoney }

const holder = (lenderName: string, binding: string, soft: string, isHold = false): BookHolder => ({
  ...{ lenderId: lenderName, firmId: lenderName, lenderName, lenderEmail: `${lenderName}@x.test` },
  ...{ lenderCompanyName: null, isHold: isHold ? 'true' : 'false' },
  ...{ bindingPercentage: share(binding), bindingAmount: zeroMoney },
  ...{ softPercentage: share(soft), softAmount: zeroMoney },
})

it('describes the share that is left and who could take it, and nothing if the loan is placed in full', () => {
  const placed = '92.5% is placed; 7.5% ($937,500.00) is left.'
  const left = `${placed} The placed share includes your hold of 10%.`
  expect(describeMissing({ totals: { ...totals, holdPercentage: zeroPercent } }, [])).toBe(placed)
  expect(describeMissing({ totals }, [])).toBe(left)
  expect(describeMissing({ totals: whole }, [holder('A', '0', '5')])).toBeNull()
  expect(describeMissing({ totals }, [holder('A', '0', '5')])).toBe(
    `${left} A has a soft share of 5%.`,
  )
  expect(describeMissing({ totals }, [holder('A', '0', '5'), holder('B', '10', '2.5')])).toBe(
    `${left} A and B have soft shares of exactly that together.`,
  )
})

it('describes what lenders hold and what the originator keeps, with the rest if it keeps it', () => {
  const closing = { effectiveDate: '2027-05-15', retainsRest: true }
  expect(describeClosing({ totals }, 5, closing)).toBe(
    'From May 15, 2027, 5 lenders hold 82.5% ($10,312,500.00), and you keep 17.5% ($2,187,500.00).',
  )
  expect(describeClosing({ totals }, 1, { ...closing, retainsRest: false })).toBe(
    'From May 15, 2027, 1 lender holds 82.5% ($10,312,500.00), and you keep 10% ($1,250,000.00).',
  )
  const alone = { ...totals, bindingPercentage: zeroPercent, holdPercentage: zeroPercent }
  expect(describeClosing({ totals: alone }, 0, { effectiveDate: '', retainsRest: true })).toBe(
    'You keep 7.5% ($2,187,500.00).',
  )
  expect(holdAfterClosing({ totals: whole }, true).percentage).toBe('10.00')
})

it('describes the soft shares that lapse', () => {
  const soft = [holder('A', '0', '5'), holder('B', '10', '7')]
  expect(describeLapses([], totals)).toBe('')
  expect(describeLapses(soft.slice(1), totals)).toBe(
    'The soft share of 1 lender, 12% ($1,500,000.00), lapses, and it is notified.',
  )
  expect(describeLapses(soft, totals)).toBe(
    'The soft shares of 2 lenders, 12% ($1,500,000.00), lapse, and they are notified.',
  )
})

it('sorts bound lenders by name, and leaves the hold out', () => {
  const { bound, soft } = closingBookOf([
    holder('Originator', '10', '0', true),
    holder('Birch', '20', '5'),
    holder('Alder', '30', '0'),
    holder('Cedar', '0', '5'),
  ])
  expect(bound.map(({ lenderName }) => lenderName)).toEqual(['Alder', 'Birch'])
  expect(soft.map(({ lenderName }) => lenderName)).toEqual(['Birch', 'Cedar'])
})
