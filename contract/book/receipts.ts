/** Signed receipts for actions on commitments, and on their terms and money (decision 24). */
import { receiptActs, receiptKinds, receiptVersions } from '#domain/book/receipts.ts'
import * as z from 'zod/mini'
import { id, money, percent, timestamp } from '#contract/wire.ts'

const figures = { percent, amount: money, kind: z.enum(receiptKinds) }

/** A lender's proof of an action. All values are strings so that every program signs and verifies the same JSON. */
export const receipt = z.object({
  version: z.enum(receiptVersions),
  id,
  /** A short, readable form of the id, such as "R-7K2M-9QXD-41VB". */
  reference: z.string(),
  act: z.enum(receiptActs),
  issuer: z.string(),
  loanId: id,
  loanTitle: z.string(),
  lenderId: id,
  lenderName: z.string(),
  /** The share, amount, and type after the action. For an ended commitment, the values before it ended. */
  ...figures,
  /** The loan's amount, rate, and term in months. Omitted if neither the audit entry nor the loan contains them. */
  loanAmount: z.optional(money),
  rate: z.optional(percent),
  term: z.optional(z.string()),
  before: z.optional(z.object(figures)),
  reason: z.optional(z.string()),
  /** Either `lender` or the name of the administrator who acted on the lender's behalf. */
  madeBy: z.string(),
  onWhoseWord: z.optional(z.string()),
  /** The call by which a lender verified the funding instructions. Only version 2 has it. */
  call: z.optional(
    z.object({
      instructionsVersion: z.string(),
      spokeWith: z.string(),
      phone: z.string(),
      calledAt: timestamp,
    }),
  ),
  madeAt: timestamp,
  /** The audit entry, its number in the hash chain, and the chain's hash at that entry. */
  audit: z.object({ entry: id, number: z.string(), hash: z.string() }),
})
export type Receipt = z.infer<typeof receipt>

/** The text to sign is defined in `domain/book/receipts.ts`. */
export const signedReceipt = z.object({
  receipt,
  keyId: z.string(),
  /** An Ed25519 signature, encoded in base64url. */
  signature: z.string(),
})
export type SignedReceipt = z.infer<typeof signedReceipt>

/** The maximum number of base64 characters, several times the size of a receipt. */
const maxFileLength = 200_000

export const receiptFile = z.object({
  /** A receipt as a PDF or JSON file, encoded in base64. */
  file: z
    .string('Please choose a receipt')
    .check(
      z.minLength(1, 'Please choose a receipt'),
      z.maxLength(maxFileLength, 'This file is too large to be a receipt'),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Must be base64'),
    ),
})

/**
 * `genuine`: one of this installation's keys signed this content. `altered`: the file names such a key, but its
 * signature doesn't match the content. `unknown`: any other file.
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
      /** The time when the key was replaced. Missing for the current key. */
      until: z.optional(timestamp),
    }),
  ),
})
export type ReceiptKeySet = z.infer<typeof receiptKeySet>

export const receiptPage = (receiptId: string) => `/receipts/${receiptId}`
