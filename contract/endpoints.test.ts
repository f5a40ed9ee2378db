import { expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { isPage, pages } from './pages.ts'

const rows = Object.entries<Endpoint>(endpoints)

it('has each method and path once', () => {
  const addresses = rows.map(([, row]) => `${row.method} ${row.path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('requires a sign-in for every change except signing in, and uploads with a token', () => {
  const open = rows
    .filter(([, row]) => row.method !== 'GET' && ['anyone', 'reader'].includes(row.access))
    .map(([name]) => name)
  expect(open.toSorted()).toEqual([
    'login',
    'logout',
    'receiveUpload',
    'register',
    'requestPasswordReset',
    'resetPassword',
  ])
})

it('rate-limits calls that change something, and no reads', () => {
  for (const [name, row] of rows) {
    const isChange = row.method !== 'GET' && !['anyone', 'reader'].includes(row.access)
    expect(row.limit !== undefined, name).toBe(isChange)
  }
})

it('reserves everything under /api/admin for administrators', () => {
  for (const [name, row] of rows)
    if (row.path.startsWith('/api/admin/')) expect(row.access, name).toBe('admin')
})

it('accepts bodies only for changes', () => {
  for (const [name, row] of rows)
    if (row.method === 'GET' || row.method === 'DELETE') expect(row.body, name).toBeUndefined()
})

it('describes each call in one sentence', () => {
  for (const [name, row] of rows) expect(row.summary, name).toMatch(/^[A-Z].+\.$/)
})

it('distinguishes the pages of the application from all other addresses', () => {
  for (const path of Object.values(pages))
    expect(isPage(path.replace(':id', 'abc')), path).toBe(true)
  for (const path of ['/nowhere', '/loans/a/b', '/loginx', '/api/loans', '/admin/x', '//', '/loan'])
    expect(isPage(path), path).toBe(false)
})
