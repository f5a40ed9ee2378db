import { expect, it } from 'vitest'
import { alternate, perSecond, ratio, rotated, type Slice } from './slices.ts'

const slice = (requests: number): Slice => ({
  ...{ requests, seconds: 1, cpuMs: 1, bytes: 1, latencies: [], generatorShare: 0 },
  othersShare: null,
})

it('starts each round with another side', () => {
  expect(rotated(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c'])
  expect(rotated(['a', 'b', 'c'], 4)).toEqual(['b', 'c', 'a'])
})

it('warms each side once, alternates them, and settles after each slice', async () => {
  const ran: string[] = []
  const side = (name: string, requests: number) => ({
    name,
    run: async () => {
      ran.push(name)
      return slice(requests)
    },
  })
  const settle = async () => void ran.push('.')
  const plan = { rounds: 2, sliceMs: 1, settle }
  const slices = await alternate([side('product', 10), side('bound', 20)], plan)
  expect(ran.join(' ')).toBe('product . bound . product . bound . bound . product .')
  expect(slices['product']).toHaveLength(2)
})

it('compares the slices of the same round', () => {
  const slices = { product: [slice(10), slice(30)], bound: [slice(20), slice(30)] }
  expect(ratio(slices, 'product', 'bound', perSecond)).toEqual({ median: 0.75, low: 0.5, high: 1 })
})
