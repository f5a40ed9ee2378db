/** The Terms of Service and the Privacy Policy, and who accepted which version. */
import { flag, flagOr, pageFields, text, timestamp } from '#contract/wire.ts'
import { legalKinds } from '#domain/settings/legal-texts.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'

const legalText = z.object({
  /** 0 for the built-in text. */
  version: z.int(),
  /** Headings begin with `#`, and blank lines end paragraphs. The company's details are filled in. */
  text: z.string(),
  /** The day in UTC. */
  effectiveOn: z.string(),
})

/** What is in force. */
export const legalTexts = z.object({
  /** Who registers accepts it: the newest version of either text. */
  version: z.string(),
  terms: legalText,
  privacy: legalText,
})
export type LegalTexts = z.output<typeof legalTexts>

const legalVersion = z.object({
  version: z.int(),
  /** As it was entered. */
  text: z.string(),
  /** Whether lenders who accepted an earlier version have to accept it. */
  asksAgain: flag,
  /** Null for the built-in text, as the next one. */
  createdAt: z.nullable(timestamp),
  createdByName: z.nullable(z.string()),
})
export type LegalVersion = z.output<typeof legalVersion>

export const legalVersions = z.array(legalVersion)

export const legalVersionPage = z.object({
  kind: z.enum(legalKinds, 'Must be terms or privacy'),
  // Each has up to 50,000 characters.
  ...pageFields(20),
})

export const legalHistory = z.object({
  /** The one in force; `listLegalVersions` has those before it. */
  terms: legalVersion,
  privacy: legalVersion,
  /** How many active lenders accepted which version last; null is none. */
  accepted: z.array(
    z.object({ version: z.nullable(z.string()), isCurrent: flag, people: z.int() }),
  ),
})
export type LegalHistory = z.output<typeof legalHistory>

export const newLegalText = z.object({
  kind: z.enum(legalKinds, 'Must be terms or privacy'),
  text: text(textLimits.legalText, 'Enter the text'),
  /** Lenders who accepted an earlier version have to accept this one before they commit again. */
  asksAgain: flagOr('false'),
  /** The version it was written on, 0 for the built-in text: it doesn't replace a newer one. */
  since: z.optional(
    z.int('Must be a version, like 1').check(z.minimum(0, 'Must be a version, like 1')),
  ),
})

/** The `version` of the texts that were read. */
export const acceptance = z.object({ version: text(20, 'Version is required') })
