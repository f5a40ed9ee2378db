import { expect } from 'vitest'
import { readJson, type Caller } from './caller.ts'

export async function readPages<Item>(caller: Caller, first: string): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let address: string | undefined = first; address && pages.length < 50;) {
    const reply = await caller.request('GET', address)
    expect(reply.status, reply.text).toBe(200)
    pages.push(readJson(reply) as Item[])
    address = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers['link'] ?? ''))?.[1]
  }
  return pages
}
