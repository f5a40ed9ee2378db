import { security, spec } from '#test/support/requirements.ts'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { confirmed, credentials, passwordChange, registration } from './shapes.ts'

function refused(schema: z.ZodMiniType, given: unknown): Record<string, string> {
  const result = schema.safeParse(given)
  return Object.fromEntries(
    (result.error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue.message]),
  )
}

const ada = {
  firstName: 'Ada',
  lastName: 'Cole',
  email: 'ada@example.com',
  password: 'long enough',
}

describe('registration', () => {
  it("trims the names and email address in a registration, but doesn't trim the password", () => {
    security('6.2.8')
    const given = { ...ada, firstName: ' Ada ', email: ' Ada@Example.com ', password: ' spaced  ' }
    expect(registration.parse(given)).toEqual({
      ...ada,
      email: 'Ada@Example.com',
      password: ' spaced  ',
    })
  })

  it("reports missing fields with the registration form's messages", () => {
    spec('5.2.1', '5.2.2')
    expect(refused(registration, {})).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Please enter a valid email address',
      password: 'Password is required',
    })
    expect(refused(registration, { ...ada, firstName: ' ', lastName: '' })).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    })
  })

  it.each(['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'ada@example', 'a\0@b.co'])(
    'rejects %j as an email address',
    (email) => {
      spec('5.2.3')
      expect(refused(registration, { ...ada, email })).toEqual({
        email: 'Please enter a valid email address',
      })
    },
  )

  it('accepts only passwords of 8 to 128 characters', () => {
    spec('5.2.4', '9.6')
    security('6.2.1', '6.2.9')
    expect(refused(registration, { ...ada, password: '1234567' })).toEqual({
      password: 'Password must be at least 8 characters',
    })
    expect(refused(registration, { ...ada, password: '12345678' })).toEqual({})
    expect(refused(registration, { ...ada, password: 'x'.repeat(128) })).toEqual({})
    expect(refused(registration, { ...ada, password: 'x'.repeat(129) })).toEqual({
      password: 'Password must be at most 128 characters',
    })
    expect(refused(registration, { ...ada, password: '1234567\0' })).toEqual({
      password: 'Must not contain NUL characters',
    })
  })

  it("rejects a company name that isn't valid Unicode", () => {
    expect(refused(registration, { ...ada, companyName: 'Quay \ud83c' })).toEqual({
      companyName: 'Must be valid Unicode text',
    })
  })

  it('ignores fields in a registration that would make the user an administrator', () => {
    const given = { ...ada, isAdmin: 'true', isApproved: 'true', id: 'x' }
    expect(Object.keys(registration.parse(given)).toSorted()).toEqual(Object.keys(ada).toSorted())
  })
})

describe('sign-in', () => {
  it('requires an email address at sign-in but accepts a password of any length', () => {
    spec('3.17', '5.1.1', '5.1.2')
    expect(refused(credentials, { email: 'x', password: '' })).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password is required',
    })
    expect(refused(credentials, { email: 'a@b.co', password: 'x' })).toEqual({})
  })
})

describe('the password confirmation in a form', () => {
  const form = confirmed(registration, 'password')

  it('reports a password mismatch on the confirmation field', () => {
    spec('5.2.6')
    expect(refused(form, { ...ada, confirmPassword: 'long enough' })).toEqual({})
    expect(refused(form, { ...ada, confirmPassword: 'long enougH' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
  })

  it('reports a missing password confirmation instead of a mismatch', () => {
    spec('5.2.5')
    expect(refused(form, { ...ada, confirmPassword: '' })).toEqual({
      confirmPassword: 'Please confirm your password',
    })
  })

  it('reports a password mismatch even if another field is also invalid', () => {
    expect(refused(form, { ...ada, firstName: '', confirmPassword: 'other' })).toEqual({
      firstName: 'First name is required',
      confirmPassword: "Passwords don't match",
    })
  })

  it('compares the confirmation with the new password, not the current one, in a password change', () => {
    const change = confirmed(passwordChange, 'newPassword')
    const given = { currentPassword: 'old', newPassword: 'long enough' }
    expect(refused(change, { ...given, confirmPassword: 'long enough' })).toEqual({})
    expect(refused(change, { ...given, confirmPassword: 'old' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
  })
})
