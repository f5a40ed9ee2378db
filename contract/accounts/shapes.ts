/** Registration, sign-in and one's own account. */
import { passwordMinimum, textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { isPlainPage } from '#contract/pages.ts'
import { flag, id, text, timestamp } from '#contract/wire.ts'

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

/** What a second factor shows: six digits of the application, or a recovery code. */
const code = z
  .string({ error: 'Code is required' })
  .check(
    z.trim(),
    z.minLength(1, 'Code is required'),
    z.maxLength(50, 'Must be at most 50 characters'),
    noNul,
  )

export const credentials = z.object({
  email,
  password: givenPassword,
  /** Where the account has two-factor sign-in; without it the refusal asks for it. */
  code: z.optional(code),
})
export const registration = z.object({ firstName, lastName, email, password: newPassword })
export const profileChange = z.object({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  /** Whether notifications come by mail too. */
  notifyByEmail: z.optional(flag),
})
export const passwordChange = z.object({ currentPassword: givenPassword, newPassword })
export const emailChange = z.object({ email, currentPassword: givenPassword })
/** The page that the mailed link leads on to; an address that is no plain page of ours counts as none. */
const pageToReturnTo = z.pipe(
  z.optional(
    z.nullable(
      z
        .string('Must be a text')
        .check(
          z.maxLength(textLimits.address, `Must be at most ${textLimits.address} characters`),
          noNul,
        ),
    ),
  ),
  z.transform((to: string | null | undefined) => (to && isPlainPage(to) ? to : null)),
)
export const resetRequest = z.object({ email, returnTo: pageToReturnTo })
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
  /** Of the only administrator; anybody else's is another administrator's to change. */
  canChangeEmail: flag,
  hasTwoFactor: flag,
  /** Of those that have it: how many recovery codes are unused. */
  recoveryCodesLeft: z.int(),
  /** It cannot be turned off. */
  needsTwoFactor: flag,
  /** Until it is set up, nothing but the own account is open to this administrator. */
  mustSetUpTwoFactor: flag,
  createdAt: timestamp,
})
export type CurrentUser = z.infer<typeof currentUser>

export const done = z.object({ message: z.string() })

/** One's own password once more, before an act that somebody at an unlocked screen might try. */
export const ownPassword = z.object({ currentPassword: givenPassword })
export const twoFactorCode = z.object({ code })
/** Both factors once more, before an act that weakens the second one or makes another way past it. */
export const bothFactors = z.object({ currentPassword: givenPassword, code })
/** What an authenticator application is set up with: the address is what its QR code says. */
export const twoFactorSecret = z.object({ secret: z.string(), uri: z.string() })
/** Shown once; each works once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** One of the own sign-ins. */
export const ownSession = z.object({
  id,
  startedAt: timestamp,
  /** To the minute. */
  seenAt: timestamp,
  endsAt: timestamp,
  /** From where, and with which browser, as it said itself, it was started. */
  address: z.string(),
  agent: z.string(),
  isCurrent: flag,
})
export type OwnSession = z.infer<typeof ownSession>
