import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsForBrowser } from './web/build/calls-for-browser.ts'
import { groups } from './web/build/chunks.ts'

/**
 * The proxy is configured as an object, because Vite changes the Host header if the proxy is a string. The server would
 * then see requests from another site.
 */
const server = { target: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` }

/** Builds the web app from `index.html`, which loads `web/main.tsx`. The server is built separately. */
export default defineConfig({
  plugins: [react(), tailwindcss(), callsForBrowser()],
  // React has had this hook since version 18, so the shim is unnecessary.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // All supported browsers support modulepreload, so the polyfill is unnecessary.
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
