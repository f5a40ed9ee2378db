import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsForBrowser } from './web/build/calls-for-browser.ts'
import { groups } from './web/build/chunks.ts'

// As an object: a plain text would make Vite change the Host header, and the server would see
// requests from another site.
const server = { target: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` }

/** The browser's half: `index.html` at the root loads `web/main.tsx`; the server has its own build. */
export default defineConfig({
  plugins: [react(), tailwindcss(), callsForBrowser()],
  // React has had this hook since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // Every supported browser has modulepreload, so the polyfill is unnecessary.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      '/api': server,
      '/objects': server,
      '/.well-known': server,
      '/healthz': server,
      '/readyz': server,
    },
    watch: { ignored: ['**/data/**', '**/dist/**', '**/test-results/**'] },
  },
})
