import { spec } from '#test/support/requirements.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast, dismissToast, subscribeToToast, toast } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('replaces the visible toast with a newer one', () => {
  spec('8.39', '9.21')
  toast({ title: 'Message sent' })
  const second = toast({ title: 'Error', variant: 'destructive' })
  expect(currentToast()).toMatchObject({ id: second, title: 'Error', open: true })
})

test('closes a dismissed toast immediately and removes it after 1,000,000 ms', () => {
  spec('9.22')
  const id = toast({ title: 'Message sent' })
  dismissToast(id)
  expect(currentToast()).toMatchObject({ id, open: false })
  vi.advanceTimersByTime(999_999)
  expect(currentToast()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(currentToast()).toBeNull()
})

test('keeps a newer toast when an old one is removed', () => {
  dismissToast(toast({ title: 'Message sent' }))
  const newer = toast({ title: 'Loan created successfully' })
  vi.advanceTimersByTime(1_000_000)
  expect(currentToast()).toMatchObject({ id: newer, open: true })
})

test('does nothing when a replaced toast is dismissed', () => {
  const older = toast({ title: 'Message sent' })
  toast({ title: 'Document deleted' })
  const heard = vi.fn()
  const unsubscribe = subscribeToToast(heard)
  dismissToast(older)
  unsubscribe()
  expect(heard).not.toHaveBeenCalled()
  expect(currentToast()).toMatchObject({ title: 'Document deleted', open: true })
})
