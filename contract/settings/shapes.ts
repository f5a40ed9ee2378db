import type { CompanyField } from '#contract/company.ts'
import { email } from '#contract/accounts/shapes.ts'
import { flag, text, inputFlag, id, flagOr, pageFields, timestamp } from '#contract/wire.ts'
import { textLimits } from '#domain/texts.ts'
import { isPictureAddress, isWebAddress } from '#domain/web-addresses.ts'
import { setupSteps } from '#domain/settings/setup-steps.ts'
import { legalKinds } from '#domain/settings/legal-texts.ts'
import * as z from 'zod/mini'

/** Line breaks aren't allowed, because emails and pages show each detail on one line. */
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

/** The company's details. Omitted fields keep their values, and a blank logo selects the built-in logo. */
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
  isExample: flag,
  /** Fields that are set by a `BRAND_` environment variable and can't be changed through the API. */
  fixed: z.array(z.enum(companyFields)),
})
export type CompanySettings = z.output<typeof companySettings>

export const setup = z.object({
  done: z.array(z.enum(setupSteps)),
  isHidden: flag,
  worksWithoutEmail: flag,
  /**
   * The missing setting: a mail server or a sender (MAIL_FROM or the company's email address). Null if both are set.
   */
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
  /** The first reasons why the sample data can't be removed. Empty if it can be removed. */
  uses: z.array(
    z.object({
      text: z.string(),
      loan: z.nullable(z.object({ id, title: z.string() })),
    }),
  ),
})
export type SampleData = z.output<typeof sampleData>

const legalText = z.object({
  /** The version's number, which is 0 for the built-in version. */
  version: z.int(),
  /** Headings begin with `#`, and blank lines separate paragraphs. The company's details are already filled in. */
  text: z.string(),
  /** The day in UTC. */
  effectiveOn: z.string(),
})

export const legalTexts = z.object({
  /**
   * The version of the terms or of the privacy policy, whichever is newer, followed by that of a built-in document. Users
   * accept it when they register.
   */
  version: z.string(),
  terms: legalText,
  privacy: legalText,
})
export type LegalTexts = z.output<typeof legalTexts>

/** In reading order, with the company's details already filled in. Null if the accepted text isn't on record. */
const changesOfText = z.nullable(
  z.array(
    z.object({
      kind: z.enum(['added', 'removed']),
      /** The title of the section, or null before the first heading. */
      section: z.nullable(z.string()),
      /** A paragraph or a heading. A changed paragraph is listed as one removed and one added paragraph. */
      text: z.string(),
    }),
  ),
)

export const legalChanges = z.object({
  version: z.string(),
  terms: changesOfText,
  privacy: changesOfText,
})
export type LegalChanges = z.output<typeof legalChanges>

const legalVersion = z.object({
  version: z.int(),
  /** The text as it was entered, with placeholders for the company's details. */
  text: z.string(),
  asksAgain: flag,
  createdAt: z.nullable(timestamp),
  createdByName: z.nullable(z.string()),
})
export type LegalVersion = z.output<typeof legalVersion>

export const legalVersions = z.array(legalVersion)

export const legalVersionPage = z.object({
  kind: z.enum(legalKinds, 'Must be terms or privacy'),
  // Pages are short, because a version can contain up to 50,000 characters.
  ...pageFields(20),
})

export const legalHistory = z.object({
  terms: legalVersion,
  privacy: legalVersion,
  /** The number of active lenders by the version that they last accepted. The version is null if they accepted none. */
  accepted: z.array(
    z.object({ version: z.nullable(z.string()), isCurrent: flag, people: z.int() }),
  ),
})
export type LegalHistory = z.output<typeof legalHistory>

export const newLegalText = z.object({
  kind: z.enum(legalKinds, 'Must be terms or privacy'),
  text: text(textLimits.legalText, 'Enter the text'),
  /** True to require lenders who accepted an earlier version to accept this version before they commit again. */
  asksAgain: flagOr('false'),
  /**
   * The version that was edited, which is 0 for the built-in version. The change is rejected if a newer version exists.
   */
  since: z.optional(
    z.int('Must be a version, like 1').check(z.minimum(0, 'Must be a version, like 1')),
  ),
})

export const acceptance = z.object({ version: text(20, 'Version is required') })
