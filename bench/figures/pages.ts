/** The landing page and a static file, next to bare `node:http` sending the same bytes. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { portOf, type Bench, type Group, type Load } from '#bench/bench.ts'
import { rawAnswer } from '#bench/bounds/raw-answer.ts'
import type { Figure, Measured } from '#bench/figure.ts'
import { cpuRatio } from '#bench/measured.ts'
import { alternate } from '#bench/slices.ts'
import { projectRoot } from '#server/project-root.ts'

const landing: Figure = {
  name: 'landing-cpu',
  title: 'landing page: CPU / bare `node:http` sending the same bytes',
  sense: 'at most',
  must: 3,
  aim: 1.5,
}
const file: Figure = {
  name: 'file-cpu',
  title: 'static file: CPU / bare `node:http` sending the same bytes',
  sense: 'at most',
  must: 3,
  aim: 1.5,
}

/** The script of middle size, which is what most requests for files are about. */
function someScript(): string {
  const assets = path.join(projectRoot, 'dist/web/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const bySize = scripts.toSorted(
    (a, b) => statSync(path.join(assets, a)).size - statSync(path.join(assets, b)).size,
  )
  return `/assets/${bySize[Math.floor(bySize.length / 2)] ?? ''}`
}

const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }

async function measure(bench: Bench): Promise<Measured[]> {
  const desk = await bench.small()
  const bare = await bench.bare(desk)
  const load = (address: string): Load => ({
    requests: [{ method: 'GET', path: address, headers }],
  })
  const pages = [
    ['landing', '/'],
    ['file', someScript()],
  ] as const
  for (const [name, address] of pages)
    await bare.teach({ name, ...(await rawAnswer(`${desk.product.address}${address}`, headers)) })
  const slices = await alternate(
    pages.flatMap(([name, address]) => [
      bench.httpSide(`${name}, product`, portOf(desk), load(address)),
      bench.httpSide(`${name}, bare`, bare, load(`/bytes/${name}`)),
    ]),
    bench.plan(),
  )
  return [
    cpuRatio(landing, slices, 'landing, product', 'landing, bare'),
    cpuRatio(file, slices, 'file, product', 'file, bare'),
  ]
}

export const files: Group = { name: 'files', measure }
