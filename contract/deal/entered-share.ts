import { parsePercent, wholePercent, type Percent } from '#domain/money.ts'
import * as z from 'zod/mini'

/** A share from 0 to 100. */
export function enteredShare(name: string) {
  const message = `${name} must be a share from 0 to 100, with at most two decimals`
  return z.pipe(
    z.string(message).check(z.regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, message)),
    // The pattern allows only shares, so parsing can't fail.
    z.transform((text): Percent => parsePercent(text) ?? wholePercent(0)),
  )
}
