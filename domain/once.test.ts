import { expect, it, vi } from 'vitest'
import { once } from './once.ts'

it('makes a value when it is first asked for, and only then', () => {
  const make = vi.fn(() => undefined)
  const value = once(make)
  expect(make).not.toHaveBeenCalled()
  expect([value(), value()]).toEqual([undefined, undefined])
  expect(make).toHaveBeenCalledOnce()
})
