import { pages } from '#contract/pages.ts'
import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('builds the URL of every page', () => {
  expect(Object.keys(paths)).toEqual(Object.keys(pages))
  expect(paths.login()).toBe('/login')
  expect(paths.loan('a b/c')).toBe('/loans/a%20b%2Fc')
})
