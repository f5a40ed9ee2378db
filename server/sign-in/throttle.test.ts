import { expect, it } from 'vitest'
import { addressKey } from './throttle.ts'

it('counts all spellings of an IP address as the same address', () => {
  const spellings = [
    '10.0.0.1',
    '10.0.0.1:50123',
    '::ffff:10.0.0.1',
    '::FFFF:0a00:0001',
    '[::ffff:a00:1]:80',
  ]
  expect(new Set(spellings.map(addressKey))).toEqual(new Set(['10.0.0.1']))
})

it('counts all IP addresses in an IPv6 /48 network as one address, and counts each network separately', () => {
  const one = [
    '2001:db8:0:1::5',
    '2001:0DB8:0000:ffff:ffff::',
    '[2001:db8:0:1::9]:443',
    '2001:db8::1%eth0',
  ]
  expect(new Set(one.map(addressKey))).toEqual(new Set(['2001:db8:0::/48']))
  expect(addressKey('2001:db8:1:1::5')).toBe('2001:db8:1::/48')
  expect(addressKey('::1')).toBe('0:0:0::/48')
})

it('counts all malformed IP addresses as one address', () => {
  const none = ['', 'unknown', 'a'.repeat(9_000), '_hidden:7', '999.1.1.1:4', '[::1', '[x]:1']
  expect(new Set(none.map(addressKey))).toEqual(new Set(['unknown']))
})
