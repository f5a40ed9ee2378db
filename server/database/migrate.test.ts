import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { expect, it } from 'vitest'

const folder = path.join(projectRoot, 'server/database/migrations')
it('adds checks to existing tables as NOT VALID and validates them after the migrations', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(names).not.toEqual([])
  const locking = names.flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .split('--> statement-breakpoint')
      .filter((sql) => /alter\s+table.*add\s+constraint.*\bcheck\b/is.test(sql))
      .filter((sql) => !/\bnot\s+valid\b/i.test(sql))
      .map((sql) => `${name}: ${sql.trim()}`),
  )
  expect(locking).toEqual([])
})
