/** The endpoint table as a list that tests can iterate over, with valid input for each endpoint. */
import type { Endpoint, Example } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { exampleId, type Thing } from '#contract/example-ids.ts'

export const rowsOfTheTable = Object.entries(endpoints) as [EndpointName, Endpoint][]

export function fieldsOf(shape: Endpoint['body']): string[] {
  const definition = shape?._zod.def
  return definition && 'shape' in definition ? Object.keys(definition.shape as object) : []
}

/** The ids to substitute into an endpoint's example. */
export interface Subjects {
  loanId: string
  /** The id of a record such as a commitment, notification, or document. The endpoint determines the type. */
  id: string
  userId: string
  fileUrl: string
}

const subjectOf: Partial<Record<Thing, keyof Subjects>> = {
  account: 'userId',
  loan: 'loanId',
  favorite: 'loanId',
  file: 'fileUrl',
  uploadedDocument: 'fileUrl',
  uploadedPhoto: 'fileUrl',
}

export function sampleInput(name: EndpointName, subjects: Subjects): Example {
  const sample = withIds(exampleOf(name), (thing) => subjects[subjectOf[thing] ?? 'id'])
  // A call that verifies instructions is later than the instructions.
  return sample.body && 'calledAt' in sample.body
    ? { ...sample, body: { ...sample.body, calledAt: new Date().toISOString() } }
    : sample
}

export const exampleOf = (name: EndpointName): Example => {
  const { example = {} }: Endpoint = endpoints[name]
  return example
}

const things = Object.entries(exampleId) as [Thing, string][]

export function thingsIn(example: Example): Thing[] {
  const text = JSON.stringify(example)
  return things.filter(([, id]) => text.includes(id)).map(([thing]) => thing)
}

export function withIds(example: Example, idOf: (thing: Thing) => string): Example {
  const text = things.reduce(
    (soFar, [thing, id]) => soFar.replaceAll(id, () => idOf(thing)),
    JSON.stringify(example),
  )
  // Only ids have been replaced, so the result still has the example's type.
  return JSON.parse(text) as Example
}
