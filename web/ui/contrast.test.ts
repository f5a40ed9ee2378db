import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('every pair of colors is readable in both themes', () => {
  const check = spawnSync(process.execPath, ['scripts/contrast.mjs'], { encoding: 'utf8' })
  expect(check.stdout.split('\n').filter((line) => line.includes('MISS'))).toEqual([])
  expect(check.status, check.stderr).toBe(0)
})
