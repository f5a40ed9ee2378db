import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { WrittenChange } from '#server/live/reader.ts'
import { expect, it } from 'vitest'
import { Listener, type SessionState } from './listener.ts'
import { EventStream } from './stream.ts'

const personId = 'ann'
const ownAccess: WrittenChange = { topic: 'users', subject: personId, audience: personId }
const book: WrittenChange = { topic: 'book', subject: 'pier', audience: null }

/** A listener at position 7, what it sent as `name@id`, and how its session's check ends. */
function listening() {
  const stream = new EventStream(
    new ServerResponse(new IncomingMessage(new Socket())),
    () => undefined,
  )
  const sent: string[] = []
  stream.send = (name, _data, id = 'none') => sent.push(`${name}@${id}`)
  let fail = () => {}
  const session = new Promise<SessionState>((_resolve, reject) => {
    fail = () => reject(new Error('No database'))
  })
  session.catch(() => {})
  const listener = new Listener({
    stream,
    sight: { personId, mayCall: () => true },
    position: () => '7',
    checkSession: () => session,
  })
  return { listener, sent, failCheck: () => fail() }
}

it('names the position once nothing that was missed remains to be sent', async () => {
  const nothing = listening()
  await nothing.listener.open(async () => [])
  expect(nothing.sent).toEqual(['opened@7'])

  const missed = listening()
  await missed.listener.open(async () => [book, { ...book, subject: 'quay' }])
  expect(missed.sent).toEqual(['opened@none', 'changed@none', 'changed@7'])

  const unknown = listening()
  await unknown.listener.open(async () => null)
  expect(unknown.sent).toEqual(['opened@none', 'everything@7'])
})

it('names no position while it looks at the session: after a failed look, the browser comes again from before', async () => {
  const { listener, sent, failCheck } = listening()
  await listener.open(async () => {
    listener.tell([ownAccess])
    return [book]
  })
  failCheck()
  await listener.checkByTheMinute()
  expect(sent.filter((each) => !each.endsWith('@none'))).toEqual([])
})
