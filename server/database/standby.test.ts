import { expect, it } from 'vitest'
import { isCanceledWait, StandbyWatch } from './standby.ts'

it("doesn't check the standby's state as long as all writes finish quickly", () => {
  const watch = new StandbyWatch(() => {})
  expect(watch.question()).toBeNull()
  const answered = watch.begin()
  expect(watch.question()).toBeNull()
  answered()
})

it('keeps an abandoned connection open until its commit no longer waits for the standby', () => {
  const watch = new StandbyWatch(() => {})
  const released: string[] = []
  watch.answer([{ pid: 7, since: 'noon' }])
  watch.holdWhileWaiting(7, () => released.push('waiting'))
  watch.holdWhileWaiting(8, () => released.push('other'))
  expect(released).toEqual(['other'])
  expect(watch.question()).toContain('SyncRep')
  watch.answer([{ pid: 7, since: 'noon' }])
  expect(released).toEqual(['other'])
  watch.answer([])
  expect(released).toEqual(['other', 'waiting'])
  expect(watch.question()).toBeNull()
})

it("doesn't report a missing standby when several commits each wait briefly", () => {
  const changes: boolean[] = []
  const watch = new StandbyWatch((isAway) => changes.push(isAway))
  for (const since of ['noon', 'later', 'still later']) watch.answer([{ pid: 7, since }])
  expect(changes).toEqual([])
  expect(watch.isAway).toBe(false)
})

it('distinguishes the warning about a canceled wait for the standby from other warnings', () => {
  expect(isCanceledWait({ code: '01000', routine: 'SyncRepWaitForLSN' })).toBe(true)
  expect(isCanceledWait({ code: '01000', routine: undefined })).toBe(true)
  expect(isCanceledWait({ code: '01000', routine: 'exec_stmt_raise' })).toBe(false)
  expect(isCanceledWait({ code: '25P01', routine: 'SyncRepWaitForLSN' })).toBe(false)
})
