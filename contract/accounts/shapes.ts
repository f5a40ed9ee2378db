import { firmRoles } from '#domain/access.ts'
import { passwordMinimum, textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { isPlainPage } from '#contract/pages.ts'
import { flag, inputFlag, id, storable, text, timestamp, withoutNul } from '#contract/wire.ts'

const invalidEmail = 'Please enter a valid email address'
export const email = z
  .string({ error: invalidEmail })
  .check(
    z.trim(),
    z.maxLength(textLimits.email, `Must be at most ${textLimits.email} characters`),
    z.email(invalidEmail),
  )

// Passwords aren't trimmed, because leading and trailing spaces are part of them.
const enteredPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(textLimits.password, `Password must be at most ${textLimits.password} characters`),
    withoutNul,
  )
export const newPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(passwordMinimum, `Password must be at least ${passwordMinimum} characters`),
    z.maxLength(textLimits.password, `Password must be at most ${textLimits.password} characters`),
    withoutNul,
  )
const confirmation = z
  .string({ error: 'Please confirm your password' })
  .check(z.minLength(1, 'Please confirm your password'))

export const firstName = text(textLimits.name, 'First name is required')
export const lastName = text(textLimits.name, 'Last name is required')

/** A six-digit code from the authenticator app, or a recovery code. */
const code = z
  .string({ error: 'Code is required' })
  .check(
    z.trim(),
    z.minLength(1, 'Code is required'),
    z.maxLength(50, 'Must be at most 50 characters'),
    withoutNul,
  )

export const credentials = z.object({
  email,
  password: enteredPassword,
  /**
   * Required if the account uses two-factor sign-in. If it is missing, sign-in fails with an error code, and the client
   * asks for the code.
   */
  code: z.optional(code),
})
export const companyName = z.pipe(
  z.nullable(
    z
      .string('Must be a text')
      .check(
        z.trim(),
        z.maxLength(textLimits.companyName, `Must be at most ${textLimits.companyName} characters`),
        ...storable,
      ),
  ),
  z.transform((value: string | null) => value || null),
)

export const registration = z.object({
  firstName,
  lastName,
  email,
  password: newPassword,
  companyName: z.optional(companyName),
  invitation: z.optional(
    z
      .string('Must be a text')
      .check(z.maxLength(200, 'Must be at most 200 characters'), withoutNul),
  ),
})
/** Changes to an account. Omitted fields keep their values. */
export const ownNames = z.object({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  companyName: z.optional(companyName),
})
export const profileChange = z.extend(ownNames, {
  notifyByEmail: z.optional(inputFlag),
})
export const passwordChange = z.object({ currentPassword: enteredPassword, newPassword })
export const emailChange = z.object({ email, currentPassword: enteredPassword })
/**
 * The page to open after the user follows the emailed link. Ignored unless it is a path in this app without a query.
 */
const pageToReturnTo = z.pipe(
  z.optional(
    z.nullable(
      z
        .string('Must be text')
        .check(
          z.maxLength(textLimits.address, `Must be at most ${textLimits.address} characters`),
          withoutNul,
        ),
    ),
  ),
  z.transform((to: string | null | undefined) => (to && isPlainPage(to) ? to : null)),
)
export const resetRequest = z.object({ email, returnTo: pageToReturnTo })
export const passwordReset = z.object({
  token: z
    .string({ error: 'The link is incomplete' })
    .check(z.minLength(1), z.maxLength(200), withoutNul),
  password: newPassword,
})

/** Adds a password confirmation field to a form's schema. The field isn't sent to the server. */
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
        // The mismatch is reported even if another field is invalid.
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    ),
  )

export const currentUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.nullable(z.string()),
  firmId: id,
  /** The firm's own name, or null if it goes by the name of its first person. */
  firmName: z.nullable(z.string()),
  firmRole: z.enum(firmRoles),
  /** True for a pending person who is alone in the firm and hasn't named a company yet. */
  canNameCompany: flag,
  profileImageUrl: z.nullable(z.string()),
  isAdmin: flag,
  isApproved: flag,
  notifyByEmail: flag,
  /** True only for a sole administrator. For anyone else, only another administrator can change the address. */
  canChangeEmail: flag,
  hasTwoFactor: flag,
  recoveryCodesLeft: z.int(),
  needsTwoFactor: flag,
  /** Until two-factor sign-in is set up, administrators can use only their own account. */
  mustSetUpTwoFactor: flag,
  mustAcceptTerms: flag,
  isSettingUp: flag,
  createdAt: timestamp,
})
export type CurrentUser = z.infer<typeof currentUser>

export const done = z.object({ message: z.string() })

/** Requires the caller's password, because someone else could be using an unlocked computer. */
export const ownPassword = z.object({ currentPassword: enteredPassword })
export const twoFactorCode = z.object({ code })
/** The password and a code, which are required for actions that weaken or bypass two-factor sign-in. */
export const bothFactors = z.object({ currentPassword: enteredPassword, code })
export const twoFactorSecret = z.object({ secret: z.string(), uri: z.string() })
/** Recovery codes are shown only once. Each code works once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const ownSession = z.object({
  id,
  startedAt: timestamp,
  /** The time of the last activity, rounded to the minute. */
  seenAt: timestamp,
  endsAt: timestamp,
  /** The IP address and User-Agent of the client that started the session. The User-Agent can be forged. */
  address: z.string(),
  agent: z.string(),
  isCurrent: flag,
})
export type OwnSession = z.infer<typeof ownSession>
