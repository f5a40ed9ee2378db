import type { CompanyField } from '#contract/company.ts'
import { email } from '#contract/accounts/shapes.ts'
import { flag, text, inputFlag, id } from '#contract/wire.ts'
import { textLimits } from '#domain/texts.ts'
import { isPictureAddress, isWebAddress } from '#domain/web-addresses.ts'
import { setupSteps } from '#domain/settings/setup-steps.ts'
import * as z from 'zod/mini'

/** Emails and pages show each detail on one line. */
const line = (maxLength: number, missing: string) =>
  text(maxLength, missing).check(
    z.refine((value) => !/\p{Cc}/u.test(value), 'Must be a single line'),
  )

const webAddress = (missing: string) =>
  text(textLimits.webAddress, missing).check(
    z.refine(isWebAddress, 'Must be a web address, like https://www.example.com'),
  )

const logoUrl = z.pipe(
  z.nullable(
    z.string('Must be a text').check(
      z.trim(),
      z.refine(
        (value) => value === '' || isPictureAddress(value),
        'Must be an https address or a path on this site, like /logo.svg',
      ),
    ),
  ),
  z.transform((value: string | null) => value || null),
)

/** Omitted fields keep their values. A blank logo selects the built-in mark. */
export const companyChange = z.object({
  name: z.optional(line(textLimits.name, 'Company name is required')),
  email: z.optional(email),
  phone: z.optional(line(textLimits.phone, 'Phone is required')),
  address: z.optional(line(textLimits.address, 'Address is required')),
  website: z.optional(webAddress('Website is required')),
  networkUrl: z.optional(webAddress('Network page is required')),
  logoUrl: z.optional(logoUrl),
  approvalTime: z.optional(line(textLimits.name, 'Approval time is required')),
})

/** In the order of the form. */
export const companyFields = Object.keys(companyChange.shape) as [CompanyField, ...CompanyField[]]

export const companySettings = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  website: z.string(),
  networkUrl: z.string(),
  logoUrl: z.nullable(z.string()),
  approvalTime: z.string(),
  /** Whether the company isn't named yet, so the details are examples. */
  isExample: flag,
  /** Fields set by a `BRAND_` environment variable; they can't be changed here. */
  fixed: z.array(z.enum(companyFields)),
})
export type CompanySettings = z.output<typeof companySettings>

export const setup = z.object({
  done: z.array(z.enum(setupSteps)),
  isHidden: flag,
  worksWithoutEmail: flag,
  /** The missing part: a mail server, or a sender (MAIL_FROM, or the company's email address). Null if both are set. */
  emailLacks: z.nullable(z.enum(['server', 'sender'])),
})
export type Setup = z.output<typeof setup>

export const setupChange = z.object({
  isHidden: z.optional(inputFlag),
  worksWithoutEmail: z.optional(inputFlag),
})

export const sampleData = z.object({
  loans: z.int(),
  people: z.int(),
  commitments: z.int(),
  messages: z.int(),
  files: z.int(),
  /** The first reasons why it can't be removed; empty if it can. */
  uses: z.array(
    z.object({
      text: z.string(),
      loan: z.nullable(z.object({ id, title: z.string() })),
    }),
  ),
})
export type SampleData = z.output<typeof sampleData>
