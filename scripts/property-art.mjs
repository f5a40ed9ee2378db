#!/usr/bin/env node
// Draws the pictures that stand in for a missing photo: an office tower, a logistics hall and a
// brick street, 800 by 450. The same run always gives the same files.
// node scripts/property-art.mjs [folder]   writes to public/art by default.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

function officeTower() {
  return scene(
    'Office tower at dusk',
    ['#17323f', '#5b7f86', '#e9c9a0'],
    [
      circle(640, 262, 46, '#f6ddb0', 0.85),
      skyline(7, '#2c4b55', 0.55, 400),
      skyline(21, '#1f3a44', 0.75, 400),
      // The tower: its front, its side in perspective, and the plant room with its mast.
      rect(250, 60, 170, 340, '#20414c'),
      shape('M420 60l64 26v314h-64z', '#2d5560'),
      windows({
        x: 264,
        y: 78,
        columns: 8,
        rows: 22,
        width: 13,
        height: 8,
        stepX: 18.4,
        stepY: 14.2,
        lit: '#f5d693',
        dark: '#365f6b',
        seed: 3,
        share: 0.34,
      }),
      windows({
        x: 428,
        y: 92,
        columns: 3,
        rows: 21,
        width: 12,
        height: 8,
        stepX: 17,
        stepY: 14.6,
        lit: '#e3bd77',
        dark: '#41707b',
        seed: 5,
        share: 0.3,
      }),
      rect(262, 44, 60, 16, '#1a3540'),
      rect(290, 16, 3, 28, '#1a3540'),
      // Its neighbors.
      rect(120, 190, 110, 210, '#29454f'),
      windows({
        x: 130,
        y: 204,
        columns: 6,
        rows: 13,
        width: 10,
        height: 8,
        stepX: 16,
        stepY: 14.4,
        lit: '#f0cc85',
        dark: '#3a5c66',
        seed: 11,
        share: 0.22,
      }),
      rect(500, 230, 150, 170, '#27434d'),
      windows({
        x: 512,
        y: 244,
        columns: 7,
        rows: 10,
        width: 12,
        height: 8,
        stepX: 18.6,
        stepY: 14.6,
        lit: '#f0cc85',
        dark: '#3a5c66',
        seed: 13,
        share: 0.28,
      }),
      // The lobby, the street and its trees.
      rect(250, 366, 170, 34, '#152c35'),
      rect(318, 372, 34, 28, '#f5d693', 0.9),
      rect(0, 400, 800, 50, '#14272e'),
      rect(0, 400, 800, 3, '#e9c9a0', 0.35),
      ...[60, 96, 690, 730, 766].map((x) => tree(x, 400, 0.9, '#1d4a45')),
    ],
  )
}

function logisticsHall() {
  const panelSeams = count(17).map((i) => rect(86 + i * 32, 212, 1.5, 168, '#d8d3c4'))
  return scene(
    'Logistics warehouse',
    ['#8fb9c4', '#cfe0de', '#f4ead6'],
    [
      shape('M0 300q140-70 300-30t260-18 240 30v130H0z', '#b9cfc9', 0.8),
      shape('M0 330q180-50 360-14t440-20v110H0z', '#9dbab3', 0.8),
      // The hall: front, side, roof edge.
      shape('M70 210h560v170H70z', '#e9e6dc'),
      shape('M630 210l110 34v136H630z', '#cfcabb'),
      shape('M62 190h572l118 36v22l-118-36H62z', '#2f6062'),
      ...panelSeams,
      rect(70, 236, 560, 14, '#2f6062', 0.85),
      ...count(6).map((i) => loadingDock(104 + i * 86, i % 3 === 1)),
      truck(),
      rect(0, 380, 800, 70, '#6f7b7a'),
      roadMarking(418, '#f4ead6'),
      ...[22, 44, 770].map((x) => tree(x, 380, 1, '#3f7a68')),
    ],
  )
}

function brickStreet() {
  const houses = [
    { x: 40, top: 150, width: 170, brick: '#a4553f', cornice: '#8c4433', columns: 4 },
    { x: 210, top: 96, width: 190, brick: '#c27b57', cornice: '#a86547', columns: 5 },
    { x: 400, top: 170, width: 150, brick: '#8d4a3c', cornice: '#763b30', columns: 4 },
    { x: 550, top: 120, width: 210, brick: '#b5674b', cornice: '#9a543b', columns: 5 },
  ]
  return scene(
    'Brick mixed-use street',
    ['#f2cfa9', '#f7e3c8', '#fbf1e1'],
    [
      skyline(33, '#d9b48d', 0.5, 392),
      ...houses.map(brickHouse),
      rect(0, 392, 800, 14, '#cdb89b'),
      rect(0, 406, 800, 44, '#6d6a66'),
      roadMarking(430, '#f7e3c8'),
      ...[24, 205, 398, 552, 778].map((x) => tree(x, 394, 1.15, '#5b8a5f')),
    ],
  )
}

/** Flats over a shop with an awning. */
function brickHouse({ x, top, width, brick, cornice, columns }, index) {
  const stepX = (width - 24) / columns
  const pane = (width - 44) / 2
  return [
    rect(x, top, width, 392 - top, brick),
    rect(x - 5, top - 8, width + 10, 14, cornice),
    windows({
      x: x + 18,
      y: top + 24,
      columns,
      rows: Math.floor((330 - top) / 46),
      width: Math.round(stepX * 0.56),
      height: 27,
      stepX,
      stepY: 46,
      lit: '#fbe6b8',
      dark: '#3e4c55',
      seed: 40 + index,
      share: 0.4,
    }),
    rect(x, 336, width, 10, cornice),
    rect(x + 10, 350, width - 20, 42, '#2d3b40'),
    rect(x + 16, 354, pane, 32, '#f7dfa6', 0.9),
    rect(x + 28 + pane, 354, pane - 4, 32, '#dbe7e3', 0.9),
    shape(`M${x + 6} 346h${width - 12}l8 14H${x - 2}z`, index % 2 ? '#2f6062' : '#d9a441'),
  ].join('')
}

function loadingDock(x, open) {
  return [
    rect(x, 296, 58, 78, '#3c4a4d'),
    rect(x + 4, 300, 50, 66, open ? '#f1c873' : '#9aa6a6'),
    ...count(4).map((k) => rect(x + 4, 312 + k * 14, 50, 1.5, '#5f6d6e')),
    rect(x - 4, 374, 66, 6, '#1f2a2d'),
  ].join('')
}

function truck() {
  return [
    shape('M300 330h118v46H300z', '#d9a441'),
    shape('M418 344h34l14 18v14h-48z', '#c08a2c'),
    shape('M424 349h24l9 13h-33z', '#dfeceb'),
    ...[328, 352, 442].map((x) => circle(x, 380, 10, '#20292b')),
  ].join('')
}

function tree(x, ground, scale, leaf) {
  return [
    shape(`M${x - 2} ${ground}h4v${-18 * scale}h-4z`, '#4b3a2d'),
    circle(x, ground - 28 * scale, 15 * scale, leaf),
    circle(x + 9 * scale, ground - 20 * scale, 10 * scale, leaf, 0.75),
  ].join('')
}

/** The houses behind: one path from the left edge to the right. */
function skyline(seed, fill, opacity, ground) {
  const random = randomFrom(seed)
  let line = `M0 ${ground}`
  for (let x = 0; x < 800;) {
    const width = 26 + Math.round(random() * 54)
    const height = 30 + Math.round(random() * 110)
    line += `V${ground - height}h${width}`
    x += width
  }
  return shape(`${line}V${ground}z`, fill, opacity)
}

/** A grid of windows of which `share` are lit: two paths, since one each would be a large file. */
function windows({ x, y, columns, rows, width, height, stepX, stepY, lit, dark, seed, share }) {
  const random = randomFrom(seed)
  const panes = { lit: '', dark: '' }
  for (const row of count(rows)) {
    for (const column of count(columns)) {
      const pane = `M${x + column * stepX} ${y + row * stepY}h${width}v${height}h${-width}z`
      panes[random() < share ? 'lit' : 'dark'] += pane
    }
  }
  return shape(panes.dark, dark) + shape(panes.lit, lit)
}

function roadMarking(y, color) {
  return `<path stroke="${color}" stroke-width="3" stroke-dasharray="34 26" d="M0 ${y}h800"/>`
}

function rect(x, y, width, height, fill, opacity) {
  return shape(`M${x} ${y}h${width}v${height}h${-width}z`, fill, opacity)
}

function circle(x, y, radius, fill, opacity) {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${translucent(opacity)}/>`
}

function shape(d, fill, opacity) {
  return `<path fill="${fill}"${translucent(opacity)} d="${d}"/>`
}

function translucent(opacity) {
  return opacity === undefined ? '' : ` opacity="${opacity}"`
}

/** A whole picture: its sky from top to horizon, and what stands before it. */
function scene(title, [top, middle, horizon], parts) {
  const stops =
    `<stop stop-color="${top}"/><stop offset=".62" stop-color="${middle}"/>` +
    `<stop offset="1" stop-color="${horizon}"/>`
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450" viewBox="0 0 800 450" ` +
    `role="img" aria-label="${title}">` +
    `<defs><linearGradient id="s" x2="0" y2="1">${stops}</linearGradient></defs>` +
    `${shape('M0 0h800v450H0z', 'url(#s)')}${parts.join('')}</svg>\n`
  // A tenth of a unit is finer than any screen shows.
  return picture.replace(/(\.\d)\d+/g, '$1')
}

/** Numbers from 0 to 1 that are the same for the same seed (a linear congruential generator). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function count(length) {
  return Array.from({ length }, (_, index) => index)
}

function main() {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../public/art', import.meta.url))
  fs.mkdirSync(folder, { recursive: true })
  const pictures = {
    office: officeTower(),
    logistics: logisticsHall(),
    'mixed-use': brickStreet(),
  }
  for (const [name, picture] of Object.entries(pictures)) {
    const file = path.join(folder, `property-${name}.svg`)
    fs.writeFileSync(file, picture)
    console.log(file, `${picture.length} bytes`)
  }
}

main()
