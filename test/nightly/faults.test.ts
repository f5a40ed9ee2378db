/** Fault tests with one worker or an unencrypted connection. `npm test` runs them with two workers or over TLS. */
import { drains } from '#test/faults/draining.ts'
import { sendsEvents } from '#test/faults/events.ts'
import { freezes } from '#test/faults/frozen.ts'
import { stops } from '#test/faults/stopped.ts'
import { terminates } from '#test/faults/terminated.ts'
import { describe } from 'vitest'

describe('a server with one worker', () => {
  describe('draining requests', () => drains('1'))
  describe('sending events', () => sendsEvents('1'))
  describe('terminating the server', () => terminates('1'))
  describe('stopping the database or the server', () => stops('1'))
})
freezes('plain text')
