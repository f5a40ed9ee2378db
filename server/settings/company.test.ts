import { readConfig } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { expect, it } from 'vitest'
import { followCompany } from './company.ts'

it('keeps the company details from the read that started last, even if an earlier read finishes later', async () => {
  const answers: ((name: string) => void)[] = []
  const rows = () =>
    new Promise((resolve) => answers.push((name) => resolve([{ isOnly: true, name }])))
  const db = { select: () => ({ from: rows }) } as unknown as Queryable
  const { config, refreshCompany } = followCompany(readConfig({}, '/srv/desk'), db)
  const first = refreshCompany()
  answers.at(0)?.('Ridge Capital')
  await first
  expect(config.company.name).toBe('Ridge Capital')

  const before = refreshCompany()
  const after = refreshCompany()
  answers.at(2)?.('Ridgeway Capital')
  await after
  answers.at(1)?.('Ridge Capital')
  await before
  expect(config.company.name).toBe('Ridgeway Capital')
})
