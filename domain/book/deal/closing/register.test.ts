import { describe, expect, it } from 'vitest'
import type { Line } from '#domain/book/lines.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { certificateNumber, fingerprintText, linesOfRegister, textsOfRegister } from './register.ts'

const share = (text: string) => parsePercent(text) ?? zeroPercent
const money = (text: string) => parseMoney(text) ?? zeroMoney

const line = (
  firmId: string,
  percentage: string,
  amount: string,
  more: Partial<Line> = {},
): Line => ({
  ...{ id: `${firmId}-${percentage}`, loanId: 'loan', lenderId: firmId, firmId },
  ...{ isSoft: false, isHold: false, percentage: share(percentage), amount: money(amount) },
  ...{ status: 'active', loanAmount: money('1000000.01'), interestRate: share('9.50'), term: 24 },
  ...{ createdAt: '2027-05-01T12:00:00.000000Z', standingSince: null, recordedBy: null },
  ...{ endedAt: null, endReason: null, releasedBy: null, releaseReason: null },
  ...{ actedBy: null, instructedBy: null, instructedOn: null },
  ...more,
})

const names: Record<string, string> = {
  a: 'zeta Bank',
  b: 'Alder Bank',
  c: 'alder bank',
  o: 'Harbor',
}
const holderOf = ({ firmId }: Line) => ({ lenderName: names[firmId] ?? '', companyName: null })

describe('the lines of a register', () => {
  it('are one for each lender in the order of names, with the hold last', () => {
    const lines = linesOfRegister(
      [
        line('o', '20', '200000.00', { isHold: true }),
        line('a', '30', '300000.01'),
        line('a', '10.5', '105000.00'),
        line('c', '9.5', '95000.00'),
        line('b', '30', '300000.00'),
        line('b', '10', '100000.00', { isSoft: true }),
        line('b', '40', '400000.00', { status: 'released' }),
      ],
      holderOf,
    )
    expect(
      lines.map(({ line: number, lenderName, isHold, percentage, amount }) =>
        [number, lenderName, isHold, percentage, amount].join(' '),
      ),
    ).toEqual([
      '1 Alder Bank false 30.00 300000.00',
      '2 alder bank false 9.50 95000.00',
      '3 zeta Bank false 40.50 405000.01',
      '4 Harbor true 20.00 200000.00',
    ])
  })

  it('join several holds that take-overs left', () => {
    const lines = linesOfRegister(
      [
        line('o', '20', '200000.00', { isHold: true }),
        line('o', '5', '50000.01', { isHold: true, id: 'taken' }),
      ],
      holderOf,
    )
    expect(lines).toMatchObject([{ line: 1, percentage: '25.00', amount: '250000.01' }])
  })
})

describe('the fingerprint', () => {
  const register = {
    ...{ loanId: '3f2a91c0-0000-4000-8000-000000000000', version: 2, effectiveDate: '2027-05-15' },
    ...{ amount: money('1000000.01'), interestRate: share('9.50'), noteRate: null, term: 24 },
    lines: linesOfRegister([line('a', '100', '1000000.01')], holderOf),
  }

  it('is made of canonical JSON without the texts that can be absent', () => {
    expect(fingerprintText(register)).toBe(
      '{"effectiveDate":"2027-05-15","interestRate":"9.50",' +
        '"lines":{"1":{"amount":"1000000.01","firmId":"a","lenderName":"zeta Bank","percentage":"100.00"}},' +
        '"loanAmount":"1000000.01","loanId":"3f2a91c0-0000-4000-8000-000000000000","term":"24","version":"2"}',
    )
  })

  it('covers each share, name, term and day', () => {
    const texts = fingerprintText(register)
    const [only] = register.lines
    if (!only) throw new Error('There is a line')
    for (const changed of [
      { ...register, version: 3 },
      { ...register, effectiveDate: '2027-05-16' },
      { ...register, term: 25 },
      { ...register, lines: [{ ...only, percentage: share('99.99') }] },
      { ...register, lines: [{ ...only, amount: money('1000000.00') }] },
      { ...register, lines: [{ ...only, lenderName: 'Zeta Bank' }] },
    ])
      expect(fingerprintText(changed)).not.toBe(texts)
  })

  it('has only texts', () => {
    const values = Object.values(textsOfRegister(register)).filter((value) => value !== undefined)
    for (const value of values) expect(['string', 'object']).toContain(typeof value)
  })
})

it('numbers certificates by loan, version and line', () => {
  const loanId = '3f2a91c0-1111-4111-8111-111111111111'
  expect(certificateNumber(loanId, 1, 4)).toBe('3F2A91C0-1-04')
  expect(certificateNumber(loanId, 12, 104)).toBe('3F2A91C0-12-104')
})
