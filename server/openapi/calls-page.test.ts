import { readFileSync } from 'node:fs'
import { callsByArea, endpoints } from '#contract/endpoints.ts'
import { expect, it } from 'vitest'
import { callsPage } from './calls-page.ts'

it('is what docs/calls.md holds; `npm run calls` writes it anew', () => {
  expect(readFileSync('docs/calls.md', 'utf8')).toBe(callsPage(callsByArea))
})

it('has each call of the table, in one area', () => {
  const names = Object.values(callsByArea).flatMap((rows) => Object.keys(rows))
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})
