import { ConfigError } from '#server/config/settings.ts'
import { expect, it } from 'vitest'
import { shareConnections } from './connection-share.ts'

const share = (workers: number, databaseConnections: number | null, allowed: number | null) =>
  shareConnections({ workers, databaseConnections }, allowed)

it('gives each process 17 connections if the server allows enough, and leaves some for other clients', () => {
  expect(share(1, null, 97)).toEqual({ total: 17, each: 17, jobs: 0 })
  expect(share(4, null, 97)).toEqual({ total: 71, each: 17, jobs: 3 })
  expect(share(8, null, 97)).toEqual({ total: 83, each: 10, jobs: 3 })
  expect(share(8, null, null)).toEqual({ total: 139, each: 17, jobs: 3 })
})

it('uses at most the configured number of connections', () => {
  expect(share(1, 40, 97)).toEqual({ total: 40, each: 40, jobs: 0 })
  expect(share(2, 97, 97)).toEqual({ total: 97, each: 47, jobs: 3 })
  expect(share(3, 25, 97)).toEqual({ total: 24, each: 7, jobs: 3 })
})

it('uses the connections reserved for other clients rather than refusing to start', () => {
  expect(share(2, null, 12)).toEqual({ total: 11, each: 4, jobs: 3 })
})

it.each([
  [8, 20, 97, 'DATABASE_CONNECTIONS is 20; with WORKERS=8 it takes at least 35'],
  [1, 200, 97, 'DATABASE_CONNECTIONS is 200, but the database allows 97'],
  [32, null, 97, 'WORKERS is 32, which takes at least 131 database connections'],
])(
  'refuses to start %i workers with a pool setting of %s if %i connections are allowed',
  (workers, given, allowed, words) => {
    expect(() => share(workers, given, allowed)).toThrow(ConfigError)
    expect(() => share(workers, given, allowed)).toThrow(words)
  },
)
