import { expect, it } from 'vitest'
import { AnswerReader, refusalCode, type Answer } from './answers.ts'

/** The answers in a text that arrives in pieces of this size. */
function read(text: string, pieceLength: number) {
  const answers: Answer[] = []
  const refusals: string[] = []
  const reader = new AnswerReader(
    (answer) => answers.push(answer),
    (body) => refusals.push(body),
  )
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceLength)
    reader.read(bytes.subarray(at, at + pieceLength))
  return { answers, refusals }
}

const withLength = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'
const chunked =
  'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n'
const empty = 'HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n'
const refused = 'HTTP/1.1 409 Conflict\r\ncontent-length: 4\r\n\r\nbusy'

it.each([1, 2, 7, 1000])('finds the end of each answer, in pieces of %i bytes', (pieceLength) => {
  const { answers, refusals } = read(
    withLength + chunked + empty + refused + refused + withLength,
    pieceLength,
  )
  expect(answers).toEqual([
    { status: 200, bytes: withLength.length },
    { status: 201, bytes: chunked.length },
    { status: 304, bytes: empty.length },
    { status: 409, bytes: refused.length },
    { status: 409, bytes: refused.length },
    { status: 200, bytes: withLength.length },
  ])
  expect(refusals).toEqual(['busy', 'busy'])
})

it('reads the code of a refusal', () => {
  expect(refusalCode('{"message":"No","code":"not_enough_available"}')).toBe('not_enough_available')
  expect([refusalCode('{"message":"No"}'), refusalCode('<html>'), refusalCode('null')]).toEqual([
    ...['none', 'none', 'none'],
  ])
})
