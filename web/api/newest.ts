/** Reads past the answers that the server keeps for a second (decision 20), for whoever was told of a change. */
import { commonHeaders } from './client.ts'

let told = 0

/** Asks for the newest of everything that is read until the returned function is called. */
export function askForNewest(): () => void {
  told += 1
  commonHeaders['cache-control'] = 'no-cache'
  return () => {
    told -= 1
    if (told === 0) delete commonHeaders['cache-control']
  }
}
