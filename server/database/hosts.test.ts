import { expect, it } from 'vitest'
import { asksForPrimary, hostOf, splitHosts } from './hosts.ts'

it.each([
  ['postgres://db/desk', ['postgres://db/desk']],
  [
    'postgresql://desk:p%40w@db1:5432,db2:5433/desk?target_session_attrs=read-write',
    [
      'postgresql://desk:p%40w@db1:5432/desk?target_session_attrs=read-write',
      'postgresql://desk:p%40w@db2:5433/desk?target_session_attrs=read-write',
    ],
  ],
  [
    'postgres://desk:p@w,1@db1,[::1]:5433',
    ['postgres://desk:p@w,1@db1', 'postgres://desk:p@w,1@[::1]:5433'],
  ],
  [
    'postgres:///desk?host=/run/one,/run/two&port=5432,5433',
    [
      'postgres:///desk?host=%2Frun%2Fone&port=5432',
      'postgres:///desk?host=%2Frun%2Ftwo&port=5433',
    ],
  ],
  [
    'postgres:///desk?host=/run/one,/run/two&port=5432',
    [
      'postgres:///desk?host=%2Frun%2Fone&port=5432',
      'postgres:///desk?host=%2Frun%2Ftwo&port=5432',
    ],
  ],
])('splits the database URL %s into hosts', (url, hosts) => {
  expect(splitHosts(url)).toEqual(hosts)
})

it('accepts target_session_attrs values that allow a primary', () => {
  const asks = (target: string) =>
    asksForPrimary(`postgres://db/desk?target_session_attrs=${target}`)
  expect(['any', 'read-write', 'primary'].map(asks)).toEqual([true, true, true])
  expect(['standby', 'read-only', 'prefer-standby'].map(asks)).toEqual([false, false, false])
})

it('names a database host without the user and password', () => {
  expect(hostOf('postgres://desk:secret@db1:5432/desk')).toBe('db1:5432')
  expect(hostOf('postgres:///desk?host=/run/one&port=5433')).toBe('/run/one:5433')
})
