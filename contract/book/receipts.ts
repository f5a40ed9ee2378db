/** Signed receipts of what was done with a commitment (decision 24). */
import { receiptActs, receiptKinds, receiptVersion } from '#domain/book/receipts.ts'
import * as z from 'zod/mini'
import { id, money, percent, timestamp } from '#contract/wire.ts'

const figures = { percent, amount: money, kind: z.enum(receiptKinds) }

/** The record of an act on a commitment, which its lender can prove later. All values are texts. */
export const receipt = z.object({
  version: z.enum([receiptVersion]),
  /** The same as `audit.entry`. */
  id,
  /** A short form of the id for people: "R-7K2M-9QXD-41VB". */
  reference: z.string(),
  act: z.enum(receiptActs),
  /** The company that runs this installation. */
  issuer: z.string(),
  loanId: id,
  loanTitle: z.string(),
  lenderId: id,
  lenderName: z.string(),
  /** The share, its amount and its kind after the act; of one that ended, what it was. */
  ...figures,
  /** The loan's amount, rate and months. Missing for old acts whose entry and loan no longer have them. */
  loanAmount: z.optional(money),
  rate: z.optional(percent),
  term: z.optional(z.string()),
  /** The figures that a change replaced. */
  before: z.optional(z.object(figures)),
  /** Why it was released. */
  reason: z.optional(z.string()),
  /** `lender`, or the name of the administrator who acted on the lender's behalf. */
  madeBy: z.string(),
  /** On whose word the administrator acted. */
  onWhoseWord: z.optional(z.string()),
  madeAt: timestamp,
  /** The entry of the audit trail, its number in the chain, and the chain's hash at that entry. */
  audit: z.object({ entry: id, number: z.string(), hash: z.string() }),
})
export type Receipt = z.infer<typeof receipt>

/** A receipt with its proof; `domain/book/receipts.ts` says which text is signed. */
export const signedReceipt = z.object({
  receipt,
  keyId: z.string(),
  /** Ed25519, in base64url. */
  signature: z.string(),
})
export type SignedReceipt = z.infer<typeof signedReceipt>

/** The longest base64 of a file to check: room for a receipt several times over. */
const maxFileLength = 200_000

export const receiptFile = z.object({
  /** A receipt's bytes, PDF or JSON, in base64. */
  file: z
    .string('Please choose a receipt')
    .check(
      z.minLength(1, 'Please choose a receipt'),
      z.maxLength(maxFileLength, 'This file is too large to be a receipt'),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Must be base64'),
    ),
})

/**
 * `genuine`: one of this installation's keys signed exactly this. `altered`: it names one of the keys, and
 * is not what that key signed. `unknown`: any other file.
 */
const receiptVerdicts = ['genuine', 'altered', 'unknown'] as const
export const receiptCheck = z.object({ result: z.enum(receiptVerdicts) })
export type ReceiptVerdict = (typeof receiptVerdicts)[number]

/** The public keys as a JWK set (RFC 7517, RFC 8037), oldest first. */
export const receiptKeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.enum(['OKP']),
      crv: z.enum(['Ed25519']),
      use: z.enum(['sig']),
      alg: z.enum(['EdDSA']),
      /** The key's thumbprint (RFC 7638). */
      kid: z.string(),
      x: z.string(),
      from: timestamp,
      /** When it was replaced; missing for the key in use. */
      until: z.optional(timestamp),
    }),
  ),
})
export type ReceiptKeySet = z.infer<typeof receiptKeySet>

/** Where a person reads a receipt. */
export const receiptPage = (receiptId: string) => `/receipts/${receiptId}`
