/** Bank statements in the format BAI2. */
import { today } from './closing-things.ts'

export const centsOf = (amount: string) => amount.replace('.', '')

/** A BAI2 file of today with the given details of one account. */
export function bai2(details: string[], { account = '004512345678', total = '' } = {}) {
  const sum = details
    .map((detail) => BigInt(detail.split(',')[2] ?? ''))
    .reduce((all, each) => all + each, 0n)
  const day = today().slice(2).replaceAll('-', '')
  const count = details.length + 2
  return [
    `01,122099999,123456789,${day},0200,1,,,2/`,
    `02,031001234,122099999,1,${day},2359,USD,2/`,
    `03,${account},,,,,/`,
    ...details,
    `49,${total || sum},${count}/`,
    `98,${sum},1,${count + 2}/`,
    `99,${sum},1,${count + 4}/`,
  ].join('\n')
}
