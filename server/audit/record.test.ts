import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'
import { expect, it } from 'vitest'

/** Tests of the trail itself write rows past the program, as somebody would who forges them. */
const rooms = ['server', 'scripts', 'test/e2e', 'test/support', 'test/tools']

it('is the one place that writes entries, and puts them into the queue for their seals', () => {
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
