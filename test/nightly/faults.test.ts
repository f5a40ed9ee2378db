/** Faults that the usual run tries with two workers, or over TLS. */
import { drains } from '#test/faults/draining.ts'
import { sendsEvents } from '#test/faults/events.ts'
import { freezes } from '#test/faults/frozen.ts'
import { stops } from '#test/faults/stopped.ts'
import { terminates } from '#test/faults/terminated.ts'
import { describe } from 'vitest'

describe('a program of one worker', () => {
  describe('drains', () => drains('1'))
  describe('sends events', () => sendsEvents('1'))
  describe('is terminated', () => terminates('1'))
  describe('is stopped', () => stops('1'))
})
freezes('plain text')
