import { readFileSync } from 'node:fs'
import { callsByArea, endpoints } from '#contract/endpoints.ts'
import { expect, it } from 'vitest'
import { callsPage } from './calls-page.ts'

it('keeps docs/calls.md identical to the output of `npm run calls`', () => {
  expect(readFileSync('docs/calls.md', 'utf8')).toBe(callsPage(callsByArea))
})

it('lists each endpoint of the API in exactly one area', () => {
  const names = Object.values(callsByArea).flatMap((rows) => Object.keys(rows))
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})
