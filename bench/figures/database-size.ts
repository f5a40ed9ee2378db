/** How large a database is, and a row of each of its largest tables with what its indexes take of it. */
import type { Bench, Group } from '#bench/bench.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { measuredNumber } from '#bench/measured.ts'

const size: Figure = {
  name: 'database-size',
  title: 'database with 100,000 loans and 1,000,000 commitments',
  sense: 'at most',
  must: null,
  aim: null,
  unit: ' MB',
}

const tables = `
  select relname as name, reltuples as rows, pg_total_relation_size(oid)::float8 / reltuples as bytes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 0
  order by pg_total_relation_size(oid) desc limit 6`

async function measure(bench: Bench): Promise<Measured[]> {
  const { client } = await bench.big()
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  const largest = await client.query<{ name: string; rows: number; bytes: number }>(tables)
  const bytesOf = largest.rows.map(
    ({ name, rows: count, bytes }) =>
      [`bytes of each of ${count} ${name}`, Math.round(bytes)] as const,
  )
  return [measuredNumber(size, Number(rows[0]?.bytes) / 1e6, Object.fromEntries(bytesOf))]
}

export const databaseSize: Group = { name: 'size', isBig: true, measure }
