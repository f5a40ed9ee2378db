import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { describePublication } from './describe-publication.ts'

const offered = (lenders: number) => ({
  lenders,
  added: parsePercent('61.25') ?? zeroPercent,
  addedAmount: parseMoney('7656250.00') ?? zeroMoney,
})
const holdShare = parsePercent('20') ?? zeroPercent
const describe = (lenders: number) =>
  describePublication({ offered: offered(lenders), holdShare }, '2027-05-12T21:00:00.000Z')

it('says how many lenders are offered which share, until when, and what the originator keeps', () => {
  expect(describe(7)).toMatch(
    /^7 lenders are offered 61\.25% \(\$7,656,250\.00\) until May 12, 2027, .+; you keep 20%\.$/,
  )
  expect(describe(1)).toMatch(/^1 lender is offered /)
})
