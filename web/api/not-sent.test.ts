import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { openAsBlob } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConnectionError } from './client.ts'
import { FileChangedError, whyNotSent } from './not-sent.ts'

test('distinguishes a file that changed after it was chosen from a lost connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'not-sent-'))
  const path = join(folder, 'loans.csv')
  await writeFile(path, 'title')
  const file = await openAsBlob(path)
  expect(await whyNotSent(file, null)).toBeInstanceOf(ConnectionError)
  await writeFile(path, 'title,amount')
  expect(await whyNotSent(file, null)).toBeInstanceOf(FileChangedError)
  await rm(folder, { recursive: true })
  expect(await whyNotSent(file, null)).toBeInstanceOf(FileChangedError)
  expect(await whyNotSent(new File([], 'empty.csv'), null)).toBeInstanceOf(ConnectionError)
})
