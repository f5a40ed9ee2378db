/** Sends raw bytes over a plain socket, for requests that client libraries don't send. */
import { connect, type Socket } from 'node:net'

export interface Conversation {
  socket: Socket
  heard: () => string
  closed: Promise<unknown>
}

export function openConversation(address: string, text: string): Conversation {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let heard = ''
  // If the request isn't HTTP, the server may reset the connection after its response.
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  if (text) socket.write(text, 'latin1')
  return { socket, heard: () => heard, closed }
}

export interface PlainAnswer {
  status: number
  head: string
  body: string
}

/** Sends the text and returns the first response after the server has closed the connection. */
export async function say(address: string, text: string): Promise<PlainAnswer> {
  const { heard, closed } = openConversation(address, text)
  await closed
  const [head = '', ...rest] = heard().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') }
}

export const requestText = (line: string, headers: Record<string, string> = {}, body = '') =>
  [
    `${line} HTTP/1.1`,
    'Host: desk',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
