import { flag, flagOr, pageFields, text, timestamp } from '#contract/wire.ts'
import { legalKinds } from '#domain/settings/legal-texts.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'

const legalText = z.object({
  /** 0 for the built-in text. */
  version: z.int(),
  /** Headings begin with `#`; blank lines separate paragraphs. The company's details are already filled in. */
  text: z.string(),
  /** A day in UTC. */
  effectiveOn: z.string(),
})

export const legalTexts = z.object({
  /** The newer version of the two texts. Registration accepts it. */
  version: z.string(),
  terms: legalText,
  privacy: legalText,
})
export type LegalTexts = z.output<typeof legalTexts>

const legalVersion = z.object({
  version: z.int(),
  /** As entered, with placeholders for the company's details. */
  text: z.string(),
  asksAgain: flag,
  /** Null for the built-in text, like `createdByName`. */
  createdAt: z.nullable(timestamp),
  createdByName: z.nullable(z.string()),
})
export type LegalVersion = z.output<typeof legalVersion>

export const legalVersions = z.array(legalVersion)

export const legalVersionPage = z.object({
  kind: z.enum(legalKinds, 'Must be terms or privacy'),
  // A short page, because each text may have 50,000 characters.
  ...pageFields(20),
})

export const legalHistory = z.object({
  /** The current version; `listLegalVersions` returns earlier ones. */
  terms: legalVersion,
  privacy: legalVersion,
  /** The number of active lenders by the version that they last accepted; null for none. */
  accepted: z.array(
    z.object({ version: z.nullable(z.string()), isCurrent: flag, people: z.int() }),
  ),
})
export type LegalHistory = z.output<typeof legalHistory>

export const newLegalText = z.object({
  kind: z.enum(legalKinds, 'Must be terms or privacy'),
  text: text(textLimits.legalText, 'Enter the text'),
  /** Requires lenders who accepted an earlier version to accept this one before they commit again. */
  asksAgain: flagOr('false'),
  /** The version that was edited, 0 for the built-in text. The change is refused if a newer version exists. */
  since: z.optional(
    z.int('Must be a version, like 1').check(z.minimum(0, 'Must be a version, like 1')),
  ),
})

export const acceptance = z.object({ version: text(20, 'Version is required') })
