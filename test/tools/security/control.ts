/** A page with an intentional SQL injection: it inserts its input into the text of a statement. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'

export async function openHole(dataDir: string) {
  const cluster = path.join(dataDir, 'postgres')
  // The fifth line of this file is the folder of the server's socket.
  const host = readFileSync(path.join(cluster, '18/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const password = readFileSync(path.join(cluster, 'password'), 'utf8').trim()
  const client = new Client({ host, port: 5432, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  const server = createServer(({ url = '/' }, response) => {
    const title = new URL(url, 'http://x').searchParams.get('title') ?? ''
    client.query(`select datname from pg_database where 'Pier' = '${title}'`).then(
      ({ rows }) => response.end(`<p>${JSON.stringify(rows)}</p>`),
      (error: Error) => response.end(`<p>ERROR: ${error.message}</p>`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await client.end()
    },
  }
}
