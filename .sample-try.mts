import { connect, transact } from '#server/database/connect.ts'
import * as schema from '#server/database/schema.ts'
import { diskStore } from '#server/storage/disk.ts'
import { hash } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
const db = connect({ connectionString: 'postgres://postgres@127.0.0.1:54987/sample' }, console.error)
await db.delete(schema.messages); await db.delete(schema.favorites); await db.delete(schema.commitments); await db.delete(schema.loans); await db.delete(schema.users)
const adminId = randomUUID()
await db.insert(schema.users).values({ id: adminId, email: 'admin@example.com', password: 'x', firstName: 'A', lastName: 'B', isAdmin: true, isApproved: true })
const t = performance.now()
const { seedSamplePortfolio } = await import('#server/database/sample/sample-portfolio.ts')
const t1 = performance.now()
await seedSamplePortfolio({ db, store: diskStore('/tmp/samplefiles'), hashPassword: (p) => hash(p), passwords: { lender: 'abc' }, adminId })
console.log('import', Math.round(t1 - t), 'seed', Math.round(performance.now() - t1))
// types: a transaction fits too
if (process.argv[2]) await transact(db, async (tx) => seedSamplePortfolio({ db: tx, store: diskStore('/tmp/samplefiles'), hashPassword: (p) => hash(p), passwords: { lender: 'abc' }, adminId }))
await db.$client.end()
