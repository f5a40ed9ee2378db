/**
 * Validates an email address before it is passed to the mail library. The library silently drops an invalid address, or
 * sends to a part of it.
 */
import { textLimits } from '#domain/texts.ts'

/** A single address without quotes, separators, or control characters, at a domain with non-empty labels. */
const mailbox =
  /^[^\s"(),:;<>@[\\\]\p{Cc}]+@[^\s"(),:;<>@[\\\]\p{Cc}.]+(\.[^\s"(),:;<>@[\\\]\p{Cc}.]+)*$/u

/** Returns the reason why no email can be sent to this address, or null if emails can be sent. */
export const refusalOfAddress = (address: string): string | null =>
  address.length <= textLimits.email && mailbox.test(address)
    ? null
    : `“${address}” isn't an email address`
