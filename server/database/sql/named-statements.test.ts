import { describe, expect, it } from 'vitest'
import { named, nameStatements, isRead } from './named-statements.ts'

describe('statement names', () => {
  it('names a statement on its second use and keeps the name', () => {
    const nameOf = nameStatements({ names: 10, seen: 10 })
    expect(nameOf('select $1')).toBeUndefined()
    const name = nameOf('select $1')
    expect(name).toMatch(/^s\d+$/)
    expect(nameOf('select $1')).toBe(name)
  })

  it('gives different statements different names', () => {
    const nameOf = nameStatements({ names: 10, seen: 10 })
    const texts = [
      'select 1',
      'insert into t values ($1)',
      ' with a as (select 1)\n select * from a',
      'select count(*) from t;',
    ]
    for (const text of texts) nameOf(text)
    expect(new Set(texts.map(nameOf)).size).toBe(4)
  })

  it("doesn't name utility statements or strings that contain several statements", () => {
    const nameOf = nameStatements({ names: 10, seen: 10 })
    for (const text of [
      'begin',
      'set transaction read only',
      'select 1; select 2',
      'copy t from stdin',
    ])
      for (let time = 0; time < 3; time += 1) expect(nameOf(text)).toBeUndefined()
  })

  it('limits the number of named statements and the number of one-time statements kept in memory', () => {
    const nameOf = nameStatements({ names: 2, seen: 2 })
    const send = (text: string) => [nameOf(text), nameOf(text)][1]
    expect(send('select 1')).toBeDefined()
    for (const once of ['select 5', 'select 6', 'select 7']) nameOf(once)
    expect(nameOf('select 5')).toBeUndefined()
    expect(send('select 2')).toBeDefined()
    expect(send('select 3')).toBeUndefined()
    expect(nameOf('select 1')).toBeDefined()
  })
})

describe('queries that already have a name', () => {
  it('keeps the existing name of a query', () => {
    expect(named({ name: 'own', text: 'select 3' }).name).toBe('own')
  })
})

it.each([
  'select 1',
  '\n  SELECT updated_at from loans',
  'with held as (select 1) select * from held',
  '\n with recursive days as (select updated_at, is_deleted from loans) select 1 from days',
])('classifies the statement as read-only: %s', (text) => {
  expect(isRead(text)).toBe(true)
})

it.each([
  'insert into loans select 1',
  'with gone as (delete from uploads returning id) select id from gone',
  'WITH new AS (SELECT 1) INSERT INTO loans SELECT * FROM new',
  'with recipients as (select 1) update users set name = $1',
  'withdraw',
  'begin',
])("doesn't classify the statement as read-only: %s", (text) => {
  expect(isRead(text)).toBe(false)
})
