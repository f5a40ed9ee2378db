import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/schema.ts',
    './server/database/schema-files.ts',
    './server/database/schema-audit.ts',
  ],
  out: './server/database/migrations',
})
