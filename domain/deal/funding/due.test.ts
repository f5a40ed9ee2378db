import { describe, expect, it } from 'vitest'
import { parseMoney, zeroMoney } from '#domain/money.ts'
import { dueOf, refusalOfFunding, refusalOfMore, totalsOfDue } from './due.ts'

const money = (text: string) => parseMoney(text) ?? zeroMoney
const due = (amount: string, ...standing: string[]) =>
  dueOf(money(amount), standing.map(money), false)

describe('what a lender owes', () => {
  it('is awaited, partly there, and received with the last cent', () => {
    expect(due('250000.00')).toEqual({
      ...{ amount: '250000.00', received: '0.00', outstanding: '250000.00', state: 'awaiting' },
    })
    expect(due('250000.00', '249975.00')).toMatchObject({ outstanding: '25.00', state: 'partial' })
    expect(due('250000.00', '249975.00', '24.99')).toMatchObject({ state: 'partial' })
    expect(due('250000.00', '249975.00', '25.00')).toMatchObject({
      ...{ received: '250000.00', outstanding: '0.00', state: 'received' },
    })
    expect(due('9999999999999.99', '9999999999999.98')).toMatchObject({ outstanding: '0.01' })
  })

  it('is nothing if the loan was funded before its book was closed', () => {
    expect(dueOf(money('250000.00'), [], true)).toMatchObject({
      ...{ received: '250000.00', outstanding: '0.00', state: 'received' },
    })
  })

  it('is refused beyond what is outstanding, to the cent', () => {
    const partly = due('250000.00', '249975.00')
    expect(refusalOfMore(partly, money('25.00'))).toBeNull()
    expect(refusalOfMore(partly, money('25.01'))).toBe(
      '$250,000.00 is due and $249,975.00 has come: enter at most $25.00',
    )
    expect(refusalOfMore(due('1.00', '1.00'), money('0.01'))).not.toBeNull()
    expect(refusalOfMore(due('1.00'), money('1.01'))).toBe(
      '$1.00 is due and nothing has come: enter at most $1.00',
    )
  })
})

describe('the totals of a loan', () => {
  const lenders = [due('500000.00'), due('750000.00'), due('100.00', '60.00'), due('5.00', '5.00')]

  it('add up what is due, what came, and who has not paid in full', () => {
    expect(totalsOfDue(lenders)).toEqual({
      ...{ due: '1250105.00', received: '65.00', outstanding: '1250040.00' },
      lendersOutstanding: 3,
    })
    expect(totalsOfDue([])).toMatchObject({ due: '0.00', lendersOutstanding: 0 })
  })

  it('refuse the funding while money is missing', () => {
    expect(refusalOfFunding(totalsOfDue(lenders))).toBe(
      '3 lenders have not paid in full: $1,250,040.00 is missing',
    )
    expect(refusalOfFunding(totalsOfDue([due('2.00')]))).toBe(
      '1 lender has not paid in full: $2.00 is missing',
    )
    expect(refusalOfFunding(totalsOfDue([due('2.00', '2.00')]))).toBeNull()
  })
})
