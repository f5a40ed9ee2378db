/** Registration, sign-in and one's own account. */
import { passwordMinimum, textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { flag, id, text, timestamp } from './wire.ts'

const invalidEmail = 'Please enter a valid email address'
export const email = z
  .string({ error: invalidEmail })
  .check(
    z.trim(),
    z.maxLength(textLimits.email, `Must be at most ${textLimits.email} characters`),
    z.email(invalidEmail),
  )

// A password is taken as it is: a space at its end is part of it.
const noNul = z.refine<string>((value) => !value.includes('\0'), 'Must not contain NUL characters')
const givenPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(textLimits.password, `Password must be at most ${textLimits.password} characters`),
    noNul,
  )
const newPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(passwordMinimum, `Password must be at least ${passwordMinimum} characters`),
    z.maxLength(textLimits.password, `Password must be at most ${textLimits.password} characters`),
    noNul,
  )
const confirmation = z
  .string({ error: 'Please confirm your password' })
  .check(z.minLength(1, 'Please confirm your password'))

export const firstName = text(textLimits.name, 'First name is required')
export const lastName = text(textLimits.name, 'Last name is required')

export const credentials = z.object({ email, password: givenPassword })
export const registration = z.object({ firstName, lastName, email, password: newPassword })
export const profileChange = z.object({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  /** Whether notifications come by mail too. */
  notifyByEmail: z.optional(flag),
})
export const passwordChange = z.object({ currentPassword: givenPassword, newPassword })
export const resetRequest = z.object({ email })
export const passwordReset = z.object({
  token: z
    .string({ error: 'The link is incomplete' })
    .check(z.minLength(1), z.maxLength(200), noNul),
  password: newPassword,
})

/** What forms add to a call: the same password once more. It is not sent. */
export const confirmed = <Shape extends z.core.$ZodLooseShape, Name extends string>(
  shape: z.ZodMiniObject<Shape>,
  passwordName: Name,
) =>
  z.extend(shape, { confirmPassword: confirmation }).check(
    z.refine(
      (form) => {
        const values: Record<string, unknown> = form
        return values[passwordName] === values.confirmPassword
      },
      {
        error: "Passwords don't match",
        path: ['confirmPassword'],
        // The mismatch shows even while another field is still wrong.
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    ),
  )

export const currentUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
  isAdmin: flag,
  isApproved: flag,
  notifyByEmail: flag,
  createdAt: timestamp,
})
export type CurrentUser = z.infer<typeof currentUser>

export const done = z.object({ message: z.string() })
