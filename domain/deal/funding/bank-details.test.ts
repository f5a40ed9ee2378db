import { describe, expect, it } from 'vitest'
import { isAccountNumber, isRoutingNumber, lastFour } from './bank-details.ts'

describe('routing numbers', () => {
  it.each(['021000021', '011401533', '091000019', '122105155'])(
    'accepts %s, whose check digit is right',
    (number) => expect(isRoutingNumber(number)).toBe(true),
  )

  it('accepts exactly one last digit for each eight digits', () => {
    for (const start of ['02100002', '12345678', '99999999']) {
      const fitting = Array.from('0123456789').filter((digit) => isRoutingNumber(start + digit))
      expect(fitting, start).toHaveLength(1)
    }
  })

  it('rejects a number with two neighboring digits exchanged', () => {
    expect(isRoutingNumber('021000012')).toBe(false)
    expect(isRoutingNumber('012000021')).toBe(false)
  })

  it.each(['02100002', '0210000210', '02100002A', '021-00002', '', '000000000', '٠٢١٠٠٠٠٢١'])(
    'rejects "%s"',
    (number) => expect(isRoutingNumber(number)).toBe(false),
  )
})

describe('account numbers', () => {
  it.each(['123456', '00012345678901234', 'AB12345678'])('accepts %s', (number) =>
    expect(isAccountNumber(number)).toBe(true),
  )

  it.each(['12345', '123456789012345678', '1234-5678', '1234 5678', '12345678!', ''])(
    'rejects "%s"',
    (number) => expect(isAccountNumber(number)).toBe(false),
  )

  it('shows the last four characters', () => {
    expect(lastFour('00012345678')).toBe('5678')
  })
})
