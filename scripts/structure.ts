/**
 * `npm run structure`: draws the layers, the areas, and their imports in docs/structure.svg. A test checks that the
 * file is up to date.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './support/project.mjs'

const layers = ['domain', 'contract', 'server', 'web']
const areas = [
  'accounts',
  'loans',
  'book',
  'documents',
  'messages',
  'notifications',
  'audit',
  'settings',
  'imports',
  'desk',
]

interface Import {
  from: string
  to: string
}

export function readImports(): Import[] {
  const options = { cwd: root, encoding: 'utf8' } as const
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    options,
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  return files.flatMap((from) => {
    const source = readFileSync(path.join(root, from), 'utf8')
    const found = source.matchAll(/(?:\bfrom|\bimport\()\s*'([#.][^']+)'/g)
    return Array.from(found, ([, name = '']) => ({
      from,
      to: name.startsWith('#') ? name.slice(1) : path.join(path.dirname(from), name),
    }))
  })
}

const layerOf = (file: string) => file.split('/')[0] ?? ''
const placeOf = (file: string) => file.split('/')[1] ?? ''

function arrowsOf(imports: Import[]) {
  const arrows = new Set<string>()
  for (const { from, to } of imports) {
    const [here, there] = [layerOf(from), layerOf(to)]
    if (!layers.includes(here) || !layers.includes(there)) continue
    if (here !== there) arrows.add(`${here}>${there}`)
    // Imports of the audit record are omitted, because every area has one.
    else if (to !== 'server/audit/record.ts') {
      const [one, other] = [placeOf(from), placeOf(to)]
      if (one !== other && areas.includes(one) && areas.includes(other))
        arrows.add(`${here}/${one}>${there}/${other}`)
    }
  }
  return [...arrows].toSorted((a, b) => (a < b ? -1 : 1))
}

const column = { width: 250, gap: 50, left: 40 }
const row = { height: 34, gap: 14, top: 150 }
const xOf = (layer: string) => column.left + layers.indexOf(layer) * (column.width + column.gap)
const yOf = (area: string) => row.top + areas.indexOf(area) * (row.height + row.gap)
const boxLeft = (layer: string) => xOf(layer) + 60
const besideTop = row.top + areas.length * (row.height + row.gap) + 24

const box = (x: number, y: number, width: number, height: number, kind: string) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`
const text = (x: number, y: number, words: string, kind: string) =>
  `<text class="${kind}" x="${x}" y="${y}">${words}</text>`

function besideOf(layer: string, imports: Import[]) {
  const names = new Set<string>()
  for (const { from, to } of imports)
    for (const file of [from, to]) {
      const isFolder = file.split('/').length > 2
      if (layerOf(file) === layer && isFolder && !areas.includes(placeOf(file)))
        names.add(placeOf(file))
    }
  const lines = ['']
  for (const name of [...names].toSorted((a, b) => (a < b ? -1 : 1))) {
    const line = lines.at(-1) ? `${lines.at(-1)} · ${name}` : name
    if (line.length > 30) lines.push(name)
    else lines[lines.length - 1] = line
  }
  return lines
}

function drawLayer(layer: string, imports: Import[]) {
  const own = areas.filter((area) =>
    imports.some(({ from, to }) =>
      [from, to].some((file) => layerOf(file) === layer && placeOf(file) === area),
    ),
  )
  return [
    text(boxLeft(layer), row.top - 24, layer, 'layer'),
    ...own.flatMap((area) => [
      box(boxLeft(layer), yOf(area), column.width - 60, row.height, 'area'),
      text(boxLeft(layer) + 12, yOf(area) + 22, area, 'name'),
    ]),
    ...besideOf(layer, imports).map((line, index) =>
      text(boxLeft(layer), besideTop + index * 20, line, 'beside'),
    ),
  ]
}

function drawArrow(arrow: string, index: number) {
  const [from = '', to = ''] = arrow.split('>')
  if (!from.includes('/')) {
    const [start, end] = [boxLeft(from) + 40, boxLeft(to) + 60]
    const y = row.top - 42
    const height = 18 + Math.abs(layers.indexOf(from) - layers.indexOf(to)) * 22
    return `<path class="between" d="M ${start} ${y} C ${start} ${y - height}, ${end} ${y - height}, ${end} ${y}"/>`
  }
  const x = boxLeft(layerOf(from))
  const middleOf = (place: string) => yOf(placeOf(place)) + row.height / 2
  const [start, end] = [middleOf(from) - 5, middleOf(to) + 5]
  const bend = x - 18 - (index % 4) * 11
  return `<path class="within" d="M ${x} ${start} C ${bend} ${start}, ${bend} ${end}, ${x} ${end}"/>`
}

const style = `
    svg { background: #fff } text { font: 14px system-ui, sans-serif; fill: #1c2430 }
    .layer { font-size: 20px; font-weight: 600 } .beside { font-size: 13px; fill: #5b6675 }
    .area { fill: #eef3fb; stroke: #9db4d6 } path { fill: none; stroke-width: 1.5; marker-end: url(#head) }
    .between { stroke: #1c2430 } .within { stroke: #4a74b5 }`

export function drawStructure(imports = readImports()) {
  const lines = Math.max(...layers.map((layer) => besideOf(layer, imports).length))
  const width = column.left + layers.length * (column.width + column.gap)
  const height = besideTop + lines * 20 + 10
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Layers, their areas, and what imports what">`,
    `<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M 0 0 L 8 4 L 0 8 z" style="fill: context-stroke; stroke: none; marker-end: none"/></marker></defs>`,
    `<style>${style}</style>`,
    ...layers.flatMap((layer) => drawLayer(layer, imports)),
    ...arrowsOf(imports).map(drawArrow),
    '</svg>',
    '',
  ].join('\n')
}

export function writeStructure() {
  writeFileSync(path.join(root, 'docs/structure.svg'), drawStructure())
  console.log('docs/structure.svg is drawn')
}
