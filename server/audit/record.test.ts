import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { expect, it } from 'vitest'

/** The API tests aren't searched, because tests of the audit trail insert rows directly to simulate tampering. */
const rooms = ['server', 'scripts', 'test/e2e', 'test/support', 'test/tools']

it('allows only one module to write audit entries or to queue them for sealing', () => {
  const files = rooms.flatMap((room) =>
    readdirSync(path.join(projectRoot, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => path.posix.join(room, name.replaceAll('\\', '/'))),
  )
  const writing = files.filter((file) =>
    /insert\s+into\s+audit(_unsealed)?\b|\binsert\(audit/i.test(
      readFileSync(path.join(projectRoot, file), 'utf8'),
    ),
  )
  expect(writing).toEqual(['server/audit/record.ts'])
})
