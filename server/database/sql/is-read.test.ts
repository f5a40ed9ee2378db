import { expect, it } from 'vitest'
import { isRead } from './is-read.ts'

it.each([
  'select 1',
  '\n  SELECT updated_at from loans',
  'with held as (select 1) select * from held',
  '\n with recursive days as (select updated_at, is_deleted from loans) select 1 from days',
])('recognizes a read: %s', (text) => {
  expect(isRead(text)).toBe(true)
})

it.each([
  'insert into loans select 1',
  'with gone as (delete from uploads returning id) select id from gone',
  'WITH new AS (SELECT 1) INSERT INTO loans SELECT * FROM new',
  'with recipients as (select 1) update users set name = $1',
  'withdraw',
  'begin',
])("doesn't count as a read: %s", (text) => {
  expect(isRead(text)).toBe(false)
})
