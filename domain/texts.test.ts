import { spec } from '#test/support/requirements.ts'
import { expect, it } from 'vitest'
import { emailKey, fullName } from './texts.ts'

it('compares email addresses without regard to letter case or surrounding spaces', () => {
  expect(emailKey(' Ada@Example.COM ')).toBe('ada@example.com')
  expect(emailKey('ada@example.com')).toBe(emailKey('ADA@EXAMPLE.COM'))
})

it('joins the first and last names that are set, or returns "User" if neither is set', () => {
  spec('2.2.5')
  expect(fullName({ firstName: 'Ada', lastName: 'Cole' })).toBe('Ada Cole')
  expect(fullName({ firstName: ' Ada ', lastName: null })).toBe('Ada')
  expect(fullName({ firstName: '', lastName: null })).toBe('User')
})
