import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { heaviest, placeOf, type CpuProfile } from './profile.ts'

const frame = (functionName: string, url: string) => ({
  ...{ functionName, url, lineNumber: 0, columnNumber: 0 },
})
const profile: CpuProfile = {
  startTime: 1_000,
  nodes: [
    { id: 1, callFrame: frame('(idle)', '') },
    { id: 2, callFrame: frame('route', 'fastify') },
    { id: 3, callFrame: frame('reply', 'fastify') },
    { id: 4, callFrame: frame('', 'server/app.ts') },
  ],
  samples: [1, 2, 3, 4, 2],
  timeDeltas: [900, 10, 20, 40, 30],
}

it('adds up the self time of packages, files and functions, without idle time', () => {
  expect(heaviest([profile, profile], ({ url }) => url)).toEqual({
    places: [
      { name: 'fastify', share: 0.6 },
      { name: 'server/app.ts', share: 0.4 },
    ],
    functions: [
      { name: 'route · fastify', share: 0.4 },
      { name: 'anonymous · server/app.ts', share: 0.4 },
      { name: 'reply · fastify', share: 0.2 },
    ],
  })
  expect(heaviest([profile], ({ url }) => url, { most: 1 }).functions).toHaveLength(1)
})

it('leaves out what came before a time, such as the start', () => {
  const { places } = heaviest([profile], ({ url }) => url, { since: 1_000 + 900 + 10 + 20 + 40 })
  expect(places.map(({ name }) => name)).toEqual(['server/app.ts', 'fastify'])
})

it('names the package of a source, or its file', () => {
  expect(placeOf('/app/node_modules/@fastify/cookie/plugin.js')).toBe('@fastify/cookie')
  expect(placeOf('/app/node_modules/a/node_modules/pg/lib/client.js')).toBe('pg')
  expect(placeOf(path.join(projectRoot, 'server/app.ts'))).toBe('server/app.ts')
})
