import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/database/schema.ts', './server/database/schema-files.ts'],
  out: './server/database/migrations',
})
