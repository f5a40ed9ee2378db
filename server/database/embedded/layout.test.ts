import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openLayout, readPassword } from './layout.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'paripassu-layout-'))
let home: string
beforeEach(() => {
  home = path.join(mkdtempSync(path.join(parent, 'data-')), 'postgres')
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

describe("the superuser's password", () => {
  it("creates the superuser's password only once and makes its file readable only by the owner", () => {
    const layout = openLayout(home)
    const password = readPassword(layout)
    expect(password).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(layout.password).mode & 0o777).toBe(0o600)
    expect(readPassword(openLayout(home))).toBe(password)
  })

  it("recreates the superuser's password if an interrupted startup left an empty file", () => {
    const layout = openLayout(home)
    writeFileSync(layout.password, '')
    expect(readPassword(layout)).toBeNull()
    expect(readPassword(openLayout(home))).toMatch(/^[0-9a-f]{64}$/)
  })
})
