/**
 * Validates an email address before the mail library gets it. The library silently drops an invalid address, or sends
 * to a part of it.
 */
import { textLimits } from '#domain/texts.ts'

/** One mailbox, without quotes, separators, and control characters, at a domain of non-empty labels. */
const mailbox =
  /^[^\s"(),:;<>@[\\\]\p{Cc}]+@[^\s"(),:;<>@[\\\]\p{Cc}.]+(\.[^\s"(),:;<>@[\\\]\p{Cc}.]+)*$/u

/** Returns the reason why no email can be sent to this address, or null if one can. */
export const refusalOfAddress = (address: string): string | null =>
  address.length <= textLimits.email && mailbox.test(address)
    ? null
    : `“${address}” isn't an email address`
