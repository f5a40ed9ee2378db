/** Authenticator app codes (RFC 6238), which have six digits and change every 30 seconds. */
import { generateSecret, generateURI, verifySync } from 'otplib'

const stepSeconds = 30

export const newSecret = () => generateSecret({ length: 20 })

export const setUpAddress = (secret: string, issuer: string, label: string) =>
  generateURI({ secret, issuer, label, algorithm: 'sha1', digits: 6, period: stepSeconds })

export const stepAt = (seconds: number) => Math.floor(seconds / stepSeconds)

export const looksLikeTimeCode = (code: string) => /^\d{6}$/.test(withoutSpaces(code))

const withoutSpaces = (code: string) => code.replace(/\s/g, '')

/** Returns the time step that matches the code: the current step or an adjacent one. Returns null if none matches. */
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
