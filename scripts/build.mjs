/** `npm run build`: builds the browser app, the server, and the landing page with Vite. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { buildAndMark } from './support/built.mjs'
import { ensureDependencies } from './support/dependencies.mjs'
import { root } from './support/project.mjs'

const distWeb = path.join(root, 'dist/web')

async function build() {
  // Without this setting, the build would use React's development version.
  process.env['NODE_ENV'] = 'production'
  const { build: viteBuild } = await import('vite')
  await viteBuild({ root, logLevel: 'warn' })
  await buildForNode(viteBuild, ['server/main.ts', ...commands()], 'dist/server')
  await buildForNode(viteBuild, ['web/landing/prerender.ts'], 'dist/landing')
  const { prerender } = await import(
    pathToFileURL(path.join(root, 'dist/landing/prerender.js')).href
  )
  await prerender(distWeb)
  rmSync(path.join(root, 'dist/landing'), { recursive: true })
  compressFiles(distWeb)
}

const commands = () =>
  readdirSync(path.join(root, 'server/commands'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `server/commands/${name}`)

/**
 * Packages with many files that load at every start are bundled to save memory and startup time. The packages that
 * render emails are bundled so that the installed app doesn't need React.
 */
const bundled = [
  ...[/^@?fastify\b/, 'drizzle-orm', 'helmet', 'pg', 'pino', 'zod'],
  ...[/^@react-email\//, 'react', 'react-dom'],
]

/**
 * @param {typeof import('vite').build} viteBuild
 * @param {string[]} entries
 * @param {string} outDir
 */
function buildForNode(viteBuild, entries, outDir) {
  return viteBuild({
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: bundled },
    // Otherwise, React's development version would be bundled too.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      rolldownOptions: { input: entries },
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      manifest: false,
      target: 'node20',
    },
  })
}

/**
 * Compresses files at build time so that the server doesn't have to compress them for each request.
 * @param {string} folder
 */
function compressFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) compressFiles(file)
    else if (/\.(js|css|svg)$/.test(entry.name)) {
      const content = readFileSync(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    }
  }
}

await ensureDependencies()
await buildAndMark(build)
