/** Codes of authenticator apps (RFC 6238): six digits, new every 30 seconds. */
import { generateSecret, generateURI, verifySync } from 'otplib'

const stepSeconds = 30

/** A new secret of 160 bits, in Base32. */
export const newSecret = () => generateSecret({ length: 20 })

/** The address that an app is set up with, shown as a QR code. */
export const setUpAddress = (secret: string, issuer: string, label: string) =>
  generateURI({ secret, issuer, label, algorithm: 'sha1', digits: 6, period: stepSeconds })

/** The number of the step that contains a time. */
export const stepAt = (seconds: number) => Math.floor(seconds / stepSeconds)

/** Whether a text has the form of a code; apps show it with a space in the middle. */
export const looksLikeTimeCode = (code: string) => /^\d{6}$/.test(withoutSpaces(code))

const withoutSpaces = (code: string) => code.replace(/\s/g, '')

/** The step that a code belongs to, the current one or a neighbor; null when it matches none. */
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
