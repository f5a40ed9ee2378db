/**
 * Converts the contract's schemas to JSON Schema. Rules that are found only by parsing test values are added as text.
 */
import { currentUser, done } from '#contract/accounts/shapes.ts'
import { book, bookEntry } from '#contract/book/shapes.ts'
import { commitment } from '#contract/book/commitments.ts'
import { favorite, loan, stats } from '#contract/loans/shapes.ts'
import { document, photo, upload } from '#contract/documents/shapes.ts'
import { savedFilter } from '#contract/loans/saved-filters.ts'
import { mail, mailStatus, notification } from '#contract/notifications/shapes.ts'
import { importProfile } from '#contract/imports/profiles.ts'
import { message } from '#contract/messages/shapes.ts'
import { pendingUser, user } from '#contract/accounts/users.ts'
import { flag, money, percent, refusal } from '#contract/wire.ts'
import * as z from 'zod/mini'

export interface JsonShape {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: JsonShape
  anyOf?: JsonShape[]
  properties?: Record<string, JsonShape>
  additionalProperties?: JsonShape | boolean
  required?: string[]
}

const named = {
  Book: book,
  BookEntry: bookEntry,
  Commitment: commitment,
  CurrentUser: currentUser,
  Document: document,
  Done: done,
  Favorite: favorite,
  ImportProfile: importProfile,
  Loan: loan,
  Mail: mail,
  MailStatus: mailStatus,
  Message: message,
  Notification: notification,
  PendingUser: pendingUser,
  Photo: photo,
  Refusal: refusal,
  SavedFilter: savedFilter,
  Stats: stats,
  Upload: upload,
  User: user,
}
const names = z.registry<{ id: string }>()
for (const [id, shape] of Object.entries(named)) names.add(shape, { id })

export const answerShape = (schema: z.ZodMiniType): JsonShape =>
  // The schema is wrapped in an object, because a named schema would otherwise be inlined instead of referenced.
  toJson(z.object({ answer: schema }), 'output').properties?.['answer'] ?? {}

export function namedShapes(): Record<string, JsonShape> {
  const all = toJson(z.object(named), 'output').$defs ?? {}
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b)))
}

export function inputShape(schema: z.ZodMiniType): JsonShape {
  const shape = toJson(schema, 'input')
  const fields = schema instanceof z.ZodMiniObject ? schema.def.shape : {}
  const required: string[] = []
  for (const [name, field] of Object.entries<z.core.$ZodType>(fields)) {
    const property = shape.properties?.[name]
    if (!property) continue
    const rules = rulesOf(field)
    if (rules.length) property.description = rules.join('. ')
    if (z.safeParse(field, undefined).success) continue
    required.push(name)
    withoutNull(property)
  }
  delete shape.required
  return required.length ? { ...shape, required } : shape
}

const probes = [
  ...[undefined, '', 'x', '-1', '0', '1201', '1.005', '9'.repeat(20), 'x'.repeat(10_000)],
  ...['0001-01-01', '9999-12-31'],
]

/**
 * Returns a field's error messages. A schema doesn't show the rules in its transforms, so this function parses test
 * values. It finds a new rule only if a test value violates the rule.
 */
function rulesOf(field: z.core.$ZodType): string[] {
  const messages = probes.flatMap((probe) => {
    const result = z.safeParse(field, probe)
    return result.error?.issues.map((issue) => issue.message) ?? []
  })
  // The validator's default messages only repeat the type, so they are omitted.
  return [...new Set(messages)].filter((text) => !text.startsWith('Invalid'))
}

function withoutNull(shape: JsonShape) {
  if (!Array.isArray(shape.type)) return
  const types = shape.type.filter((type) => type !== 'null')
  const [only] = types
  shape.type = types.length === 1 && only ? only : types
}

const referenceTo = (name: string) => `#/components/schemas/${name}`

function toJson(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.$id
      delete jsonSchema.id
      // Additional fields are allowed, because clients must keep working when a field is added to a response.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // If there is a format, the pattern isn't needed. The pattern for a date is very long.
      if (jsonSchema.format) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      Object.assign(jsonSchema, descriptionOf(zodSchema))
    },
  })
  const text = JSON.stringify(json).replaceAll('"#/$defs/', `"${referenceTo('')}`)
  return JSON.parse(text) as JsonShape & { $defs?: Record<string, JsonShape> }
}

/** Schemas define figures and flags as plain strings, so their format is described in text. */
function descriptionOf(schema: z.core.$ZodType): JsonShape {
  if (schema === money)
    return {
      description: 'US dollars, a decimal with two places as text',
      pattern: String.raw`^-?\d+\.\d{2}$`,
      examples: ['2500000.00'],
    }
  if (schema === percent)
    return {
      description: 'Percent, a decimal with two places as text',
      pattern: String.raw`^-?\d+\.\d{2}$`,
      examples: ['7.25'],
    }
  return schema === flag ? { description: 'Yes or no, as text' } : {}
}
