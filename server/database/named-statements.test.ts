import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { hidden, named, nameStatements } from './named-statements.ts'

describe('nameStatements', () => {
  it('names a statement when it is sent the second time, and keeps the name', () => {
    const nameOf = nameStatements('s', { names: 10, seen: 10 })
    expect(nameOf('select $1')).toBeUndefined()
    const name = nameOf('select $1')
    expect(name).toMatch(/^s\d+$/)
    expect(nameOf('select $1')).toBe(name)
  })

  it('gives different statements different names', () => {
    const nameOf = nameStatements('s', { names: 10, seen: 10 })
    const texts = [
      'select 1',
      'insert into t values ($1)',
      ' with a as (select 1)\n select * from a',
      'select count(*) from t;',
    ]
    for (const text of texts) nameOf(text)
    expect(new Set(texts.map(nameOf)).size).toBe(4)
  })

  it('leaves out what has no plan, and what is more than one statement', () => {
    const nameOf = nameStatements('s', { names: 10, seen: 10 })
    for (const text of [
      'begin',
      'set transaction read only',
      'select 1; select 2',
      'copy t from stdin',
      'select 1 where $1 /* planned anew */',
    ])
      for (let time = 0; time < 3; time += 1) expect(nameOf(text)).toBeUndefined()
  })

  it('stops naming at its limit, and forgets texts that were sent once', () => {
    const nameOf = nameStatements('s', { names: 2, seen: 2 })
    const send = (text: string) => [nameOf(text), nameOf(text)][1]
    expect(send('select 1')).toBeDefined()
    for (const once of ['select 5', 'select 6', 'select 7']) nameOf(once)
    expect(nameOf('select 5')).toBeUndefined()
    expect(send('select 2')).toBeDefined()
    expect(send('select 3')).toBeUndefined()
    expect(nameOf('select 1')).toBeDefined()
  })
})

describe('named', () => {
  it('keeps a name that a query has already', () => {
    expect(named({ name: 'own', text: 'select 3' }).name).toBe('own')
  })

  it('keeps names for statements without a limit, however many limits are asked for', () => {
    const send = (text: string, values: unknown[]) =>
      [named({ text }, values), named({ text }, values)][1]
    for (let limit = 1; limit <= 1_000; limit += 1) send('select id from users limit $1', [limit])
    expect(send('select id from users limit $1', [1_001])?.name).toBeUndefined()
    expect(send('select id from users where id = $1', ['a'])?.name).toBeDefined()
  })

  it('puts a limit that comes last into the text', () => {
    const text = 'select id from loans where term > $1 limit $2'
    expect(named({ text }, [5, 51])).toMatchObject({
      text: 'select id from loans where term > $1 limit 51',
      values: [5],
    })
    for (const values of [[5, '51'], [5, 1.5], [51]])
      expect(named({ text }, values)).toMatchObject({ text, values })
    const inside = 'select * from (select 1 limit $1) one where $2'
    expect(named({ text: inside }, [1, 2])).toMatchObject({ text: inside, values: [1, 2] })
  })
})

describe('hidden', () => {
  it('gives a value as a query of its own, which plans are made without', () => {
    const { sql: text, params } = new PgDialect().sqlToQuery(sql`id = ${hidden('a')}::uuid`)
    expect({ text, params }).toEqual({ text: 'id = (select $1)::uuid', params: ['a'] })
  })
})
