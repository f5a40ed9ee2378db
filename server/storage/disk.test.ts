import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diskStore } from './disk.ts'
import { isSafePath, type FileStore } from './storage.ts'

let folder: string
let store: FileStore
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'disk-store-'))
  store = diskStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

it('gives back what was written, from bytes or from a stream, and what replaced it', async () => {
  await store.write('loans/1/a.txt', Buffer.from('bytes'))
  await store.write('loans/1/b.txt', Readable.from([Buffer.from('str'), Buffer.from('eam')]))
  expect(await content('loans/1/a.txt')).toBe('bytes')
  expect(await content('loans/1/b.txt')).toBe('stream')
  await store.write('loans/1/a.txt', Buffer.from('newer'))
  expect(await content('loans/1/a.txt')).toBe('newer')
})

it('reads a part and says which', async () => {
  await store.write('part.txt', Buffer.from('0123456789'))
  const part = await store.read('part.txt', { start: 7, end: 99 })
  expect(part).toMatchObject({ start: 7, end: 9, sizeBytes: 10 })
  expect(part && (await text(part.stream))).toBe('789')
})

it('reads an empty file', async () => {
  await store.write('empty.txt', Buffer.alloc(0))
  expect(await content('empty.txt')).toBe('')
})

it('leaves nothing behind when the source breaks off', async () => {
  await store.write('kept/c.txt', Buffer.from('earlier'))
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      await Promise.resolve()
      throw new Error('The line went dead')
    })(),
  )
  await expect(store.write('kept/c.txt', broken)).rejects.toThrow('The line went dead')
  expect(await content('kept/c.txt')).toBe('earlier')
  expect(await readdir(path.join(folder, 'kept'))).toEqual(['c.txt'])
})

it('has no file after deletion, and no complaint about a second one', async () => {
  await store.write('d.txt', Buffer.from('x'))
  await store.delete('d.txt')
  await store.delete('d.txt')
  expect(await store.read('d.txt')).toBeNull()
  expect(await store.read('d.txt/below')).toBeNull()
})

it('does not read a folder as a file', async () => {
  await store.write('folder/e.txt', Buffer.from('x'))
  expect(await store.read('folder')).toBeNull()
})

it('refuses paths that could lead elsewhere', async () => {
  const unsafe = [
    '',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    '.x',
    'a/.part',
    'a\\b',
    'a\0',
    'c:x',
    'ä',
  ]
  expect(unsafe.filter(isSafePath)).toEqual([])
  for (const each of unsafe) {
    await expect(store.read(each)).rejects.toThrow(RangeError)
    await expect(store.write(each, Buffer.from('x'))).rejects.toThrow(RangeError)
    await expect(store.delete(each)).rejects.toThrow(RangeError)
  }
})

it('answers that it is there', async () => {
  await expect(store.check()).resolves.toBeUndefined()
  await store.write('file.txt', Buffer.from('x'))
  await expect(diskStore(path.join(folder, 'file.txt')).check()).rejects.toThrow()
})

async function content(storedPath: string) {
  const file = await store.read(storedPath)
  return file && text(file.stream)
}
