/** The codes of authenticator applications (RFC 6238): six digits of every half a minute. */
import { generateSecret, generateURI, verifySync } from 'otplib'

const stepSeconds = 30

/** A new secret of 160 bits, in Base32. */
export const newSecret = () => generateSecret({ length: 20 })

/** What an application is set up with, as its QR code says it. */
export const setUpAddress = (secret: string, issuer: string, label: string) =>
  generateURI({ secret, issuer, label, algorithm: 'sha1', digits: 6, period: stepSeconds })

/** The number of the step that a time lies in. */
export const stepAt = (seconds: number) => Math.floor(seconds / stepSeconds)

/** Whether a text can be a code at all; applications show it with a space in its middle. */
export const looksLikeTimeCode = (code: string) => /^\d{6}$/.test(withoutSpaces(code))

const withoutSpaces = (code: string) => code.replace(/\s/g, '')

/** The step that a code is of, this one or one of the two beside it; null when it is of none. */
export function stepOfCode(secret: string, code: string, nowSeconds: number): number | null {
  if (!looksLikeTimeCode(code)) return null
  const result = verifySync({
    secret,
    token: withoutSpaces(code),
    epoch: Math.floor(nowSeconds),
    epochTolerance: stepSeconds,
    period: stepSeconds,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
