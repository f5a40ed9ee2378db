/**
 * The examples of calls that change something, which the compiler requires of each, made on a desk of their own:
 * some end accounts or change what everybody has to accept.
 */
import { Agent } from 'node:http'
import path from 'node:path'
import type { Bench } from '#bench/bench.ts'
import type { Desk } from '#bench/place.ts'
import { connect, noTimeouts } from '#server/database/client.ts'
import { diskStore } from '#server/storage/disk.ts'
import { buildersFor } from '#test/support/builders.ts'
import { Caller } from '#test/support/caller.ts'
import { changingActs, setScene } from '#test/support/changing-acts.ts'

/** A call, and what makes it so many times, each with new people and a new loan. */
interface ChangingCalls {
  calls: { name: string; repeat: (times: number) => Promise<void> }[]
  close: () => Promise<void>
}

/** Every new loan is told to all lenders; those of the calls before would be ever more. */
const retireEverybody = 'update users set deactivated_at = now() where deactivated_at is null'

export async function openChangingCalls(bench: Bench, desk: Desk): Promise<ChangingCalls> {
  const { postgres } = await bench.place()
  // A superuser, like the desk's own connection: what it sends isn't the product's.
  const { database = '' } = desk.client
  const db = connect({ ...postgres.adminConnection, database }, () => {}, noTimeouts)
  const agent = new Agent({ keepAlive: true })
  const visitor = () => new Caller(desk.product.address, agent)
  const scenery = {
    visitor,
    ...buildersFor({ db, store: diskStore(path.join(desk.dataDir, 'objects')), visitor }),
    rows: async <Row>(text: string, values: unknown[] = []) =>
      // The caller names the columns and their types.
      (await desk.client.query(text, values)).rows as Row[],
  }
  await desk.client.query(retireEverybody)
  const calls = Object.entries(changingActs).map(([name, prepare]) => ({
    name,
    async repeat(times: number) {
      for (let turn = 0; turn < times; turn += 1) {
        const act = await prepare(await setScene(scenery))
        await act()
      }
      await desk.client.query(retireEverybody)
    },
  }))
  return {
    calls,
    async close() {
      agent.destroy()
      await db.$client.end()
    },
  }
}
