import { expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { isPage, pages } from './pages.ts'

const rows = Object.entries<Endpoint>(endpoints)

it('names each method and path once', () => {
  const addresses = rows.map(([, row]) => `${row.method} ${row.path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

it('lets nothing change without a sign-in but signing in itself, and an upload with its token', () => {
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

it('limits how often an account calls what changes something, and nothing that it reads', () => {
  for (const [name, row] of rows) {
    const isChange = row.method !== 'GET' && !['anyone', 'reader'].includes(row.access)
    expect(row.limit !== undefined, name).toBe(isChange)
  }
})

it('keeps what lies under /api/admin to administrators', () => {
  for (const [name, row] of rows)
    if (row.path.startsWith('/api/admin/')) expect(row.access, name).toBe('admin')
})

it('takes bodies with changes only', () => {
  for (const [name, row] of rows)
    if (row.method === 'GET' || row.method === 'DELETE') expect(row.body, name).toBeUndefined()
})

it('says in a sentence what each call does', () => {
  for (const [name, row] of rows) expect(row.summary, name).toMatch(/^[A-Z].+\.$/)
})

it('tells the pages of the application from every other address', () => {
  for (const path of Object.values(pages))
    expect(isPage(path.replace(':id', 'abc')), path).toBe(true)
  for (const path of ['/nowhere', '/loans/a/b', '/loginx', '/api/loans', '/admin/x', '//', '/loan'])
    expect(isPage(path), path).toBe(false)
})
