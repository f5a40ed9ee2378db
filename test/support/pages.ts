/** Lists that come in pages, read as a caller does who follows their links. */
import { expect } from 'vitest'
import { readJson, type Caller } from './caller.ts'

/** Follows the Link header from a first address to the last page. */
export async function readPages<Item>(caller: Caller, first: string): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let address: string | undefined = first; address && pages.length < 50;) {
    const reply = await caller.request('GET', address)
    expect(reply.status, reply.text).toBe(200)
    // The caller knows what the list holds.
    pages.push(readJson(reply) as Item[])
    address = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers['link'] ?? ''))?.[1]
  }
  return pages
}
