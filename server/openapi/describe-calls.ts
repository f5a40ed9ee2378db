import { refusalsOf, type CallLimit, type Endpoint } from '#contract/endpoint.ts'
import type { RefusalCode, RefusalStatus } from '#contract/refusals.ts'
import type { Access } from '#domain/access.ts'
import { callLimits } from '#server/http/limits/call-limits.ts'
import type { JsonShape } from './json-shapes.ts'

export const accessLabels: Record<Access, string> = {
  anyone: 'Anyone',
  reader: 'Anyone, unless loans are kept for signed-in users',
  signedIn: 'Any signed-in user',
  viewer: 'Approved lenders and administrators',
  lender: 'Approved lenders who may commit for their firm, and administrators',
  manager: 'Approved managers of a firm, and administrators',
  admin: 'Administrators',
}

export function describeLimit(limit: CallLimit): string {
  const { calls, minutes } = callLimits[limit]
  return `${calls} calls in ${minutes} minutes per account`
}

/** Returns the errors that are specific to a call. Common errors are listed once per page instead. */
export function particularRefusals(row: Endpoint) {
  const named = (status: RefusalStatus): readonly RefusalCode[] => row.refusals?.[status] ?? []
  return refusalsOf(row)
    .map(({ status, codes }) => ({
      status,
      codes: status < 500 ? codes : codes.filter((code) => named(status).includes(code)),
    }))
    .filter(({ codes }) => codes.length > 0)
}

interface Writer {
  plain: (text: string) => string
  code: (text: string) => string
  shape: (name: string) => string
}

export function shapeDescriber({ plain, code, shape: linkTo }: Writer) {
  const describeType = (shape: JsonShape): string => {
    if (shape.$ref) return linkTo(shape.$ref.split('/').at(-1) ?? '')
    if (shape.anyOf) return shape.anyOf.map(describeType).join(' or ')
    if (shape.enum) return shape.enum.map((word) => code(JSON.stringify(word))).join(', ')
    const types = [shape.type ?? 'string'].flat()
    if (types.includes('array')) return `list of ${describeType(shape.items ?? {})}`
    if (types.includes('object') && typeof shape.additionalProperties === 'object')
      return `${describeType(shape.additionalProperties)} by name`
    if (shape.properties) return `object of ${Object.keys(shape.properties).map(code).join(', ')}`
    return types.map((type) => formats[shape.format ?? ''] ?? plainTypes[type] ?? type).join(' or ')
  }
  const describeMeaning = (shape: JsonShape): string =>
    plain(shape.description ?? shape.anyOf?.find((one) => one.description)?.description ?? '')
  const describeRules = (shape: JsonShape): string => {
    const alone =
      shape.maxLength && !shape.description ? `Must be at most ${shape.maxLength} characters` : ''
    const otherwise =
      shape.default === undefined ? '' : `${plain(JSON.stringify(shape.default))} when left out`
    return [describeMeaning(shape), alone, otherwise].filter(Boolean).join('. ')
  }
  return { describeType, describeMeaning, describeRules }
}

const formats: Record<string, string> = { uuid: 'id', 'date-time': 'time', email: 'email' }
const plainTypes: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  object: 'object',
}
