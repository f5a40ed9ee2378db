/** Brick blocks, hotels and shops: buildings facing a street. */
import { darker, lighter, mix, type Brush } from './light.ts'
import {
  bands,
  block,
  circle,
  groundY,
  panes,
  part,
  path,
  polygon,
  quad,
  rect,
  repeat,
} from './shapes.ts'
import {
  car,
  hills,
  lamp,
  palm,
  parkingLot,
  shrubs,
  sky,
  skyline,
  street,
  tree,
  treeline,
  walker,
} from './surroundings.ts'

/** Brick buildings of four heights with shops below. */
export function brickRow(brush: Brush): string {
  const houses = [
    { x: 40, y: 236, width: 236, color: '#a4553f', columns: 5, rows: 4 },
    { x: 276, y: 150, width: 286, color: '#c27b57', columns: 6, rows: 5 },
    { x: 562, y: 268, width: 214, color: '#8d4a3c', columns: 4, rows: 4 },
    { x: 776, y: 186, width: 300, color: '#b5674b', columns: 6, rows: 5 },
  ]
  const stone = brush.paint('#ead9bd')
  return (
    sky(brush) +
    skyline(brush, '#8a7a6c') +
    houses
      .map(({ x, y, width, color, columns, rows }, index) => {
        const depth = index === 3 ? 96 : 0
        const body = block(brush, { x, y, width, depth, drop: 36 }, color)
        const tone = brush.paint(color)
        const shopTop = 476
        const awning = index % 2 ? '#2f6062' : '#c8932f'
        return (
          body.svg +
          panes(brush, quad(x + 8, y + 26, width - 16, shopTop - y - 40), {
            columns,
            rows,
            fillX: 0.5,
            fillY: 0.6,
            frame: mix(tone, stone, 0.55),
          }) +
          (depth
            ? panes(brush, part(body.side, 0.08, 0.08, 0.92, 0.74), {
                columns: 2,
                rows,
                fillX: 0.4,
                fillY: 0.56,
              })
            : '') +
          rect(x - 5, y - 10, width + 10, 15, darker(tone, 0.22)) +
          rect(x - 2, y + 5, width + 4, 5, lighter(tone, 0.2)) +
          rect(x, shopTop - 8, width, 12, stone) +
          rect(x + 8, shopTop + 4, width - 16, groundY - shopTop - 4, brush.paint('#263438')) +
          panes(brush, quad(x + 12, shopTop + 16, width - 24, groundY - shopTop - 22), {
            columns: Math.round(columns / 1.6),
            rows: 1,
            fillX: 0.9,
            fillY: 0.94,
            litShare: 0.8,
          }) +
          repeat(Math.round(width / 24), (stripe) =>
            polygon(
              [
                [x + 4 + stripe * ((width - 8) / Math.round(width / 24)), shopTop],
                [x + 4 + (stripe + 1) * ((width - 8) / Math.round(width / 24)), shopTop],
                [x + (stripe + 1) * (width / Math.round(width / 24)), shopTop + 24],
                [x + stripe * (width / Math.round(width / 24)), shopTop + 24],
              ],
              brush.paint(stripe % 2 ? '#f2e8d6' : awning),
            ),
          )
        )
      })
      .join('') +
    street(brush, '#cdb89b') +
    [32, 282, 560, 786, 1120].map((x) => tree(brush, x, 580, 0.92, '#6c9451')).join('') +
    lamp(brush, 420) +
    lamp(brush, 920) +
    [
      [180, '#b5533f'],
      [206, '#3b5568'],
      [660, '#2f6062'],
      [960, '#c78a3b'],
    ]
      .map(([x, color]) => walker(brush, Number(x), String(color)))
      .join('') +
    car(brush, 360, 624, '#e7e5df') +
    car(brush, 860, 664, '#2d5a63', 1.08)
  )
}

/** Two joined townhouses with shutters, galleries and a lit entrance. */
export function inn(brush: Brush): string {
  const shutter = brush.paint('#2c4a4b')
  const trim = brush.paint('#faf3e4')
  const townhouse = (
    x: number,
    width: number,
    y: number,
    color: string,
    columns: number,
    depth: number,
  ) => {
    const body = block(brush, { x, y, width, depth, drop: 30 }, color)
    return (
      body.svg +
      rect(x - 10, y - 16, width + 20, 18, trim) +
      repeat(Math.floor(width / 22), (index) => rect(x - 2 + index * 22, y + 2, 10, 8, trim)) +
      repeat(columns * 3, (index) => {
        const [column, row] = [index % columns, Math.floor(index / columns)]
        const cell = part(
          body.front,
          (column + 0.2) / columns,
          0.06 + row * 0.235,
          (column + 0.8) / columns,
          0.24 + row * 0.235,
        )
        return (
          polygon(part(cell, -0.06, 0, 1.06, 1), shutter) +
          panes(brush, part(cell, 0.16, -0.03, 0.84, 1.03), {
            columns: 1,
            rows: 1,
            fillX: 0.96,
            fillY: 0.98,
            frame: trim,
          })
        )
      }) +
      (depth
        ? panes(brush, part(body.side, 0.1, 0.06, 0.9, 0.76), {
            columns: 2,
            rows: 3,
            fillX: 0.4,
            fillY: 0.66,
          })
        : '')
    )
  }
  const gallery = (y: number) =>
    rect(196, y, 388, 7, trim) +
    repeat(33, (bar) => rect(200 + bar * 11.8, y - 36, 2.4, 36, brush.paint('#26383a'))) +
    rect(196, y - 38, 388, 4, brush.paint('#26383a'))
  return (
    sky(brush) +
    skyline(brush, '#76808a') +
    townhouse(190, 400, 186, '#dba78f', 6, 0) +
    townhouse(590, 330, 228, '#e9dcc0', 5, 110) +
    gallery(296) +
    gallery(384) +
    [196, 320, 452, 576].map((x) => rect(x, 258, 8, 302, trim)).join('') +
    rect(190, 470, 400, 10, trim) +
    panes(brush, quad(196, 484, 388, 76), {
      columns: 6,
      rows: 1,
      fillX: 0.66,
      fillY: 0.98,
      litShare: 0.9,
      frame: trim,
    }) +
    panes(brush, quad(596, 478, 318, 82), {
      columns: 5,
      rows: 1,
      fillX: 0.68,
      fillY: 0.98,
      litShare: 0.9,
      frame: trim,
    }) +
    path('M694 478L816 478L836 504L674 504z', brush.paint('#8e2f2c')) +
    rect(722, 504, 66, 56, brush.paint('#3c2a20')) +
    rect(730, 508, 50, 52, brush.light.litColor, 0.9) +
    [702, 808]
      .map(
        (x) =>
          circle(x, 520, 5, '#fff0c0') +
          (brush.lighting === 'dusk' ? circle(x, 520, 30, 'url(#lamp)') : ''),
      )
      .join('') +
    street(brush, '#b8ab97') +
    palm(brush, 120, 586, 1.7) +
    palm(brush, 1086, 584, 1.6) +
    palm(brush, 1002, 580, 1.2) +
    shrubs(brush, 210, 320, groundY + 6) +
    shrubs(brush, 836, 914, groundY + 6) +
    lamp(brush, 640) +
    walker(brush, 760, '#3b5568') +
    walker(brush, 430, '#b5533f') +
    car(brush, 250, 626, '#2d3033') +
    car(brush, 930, 664, '#d8c9a4', 1.05)
  )
}

/** A grocery anchor between inline shops, with a pylon sign and its parking. */
export function shoppingCenter(brush: Brush): string {
  const wall = brush.paint('#e2d5bd')
  const brick = brush.paint('#a8664d')
  const shops = (x: number, count: number) =>
    repeat(count, (index) => {
      const left = x + index * 76
      const awning = brush.paint(
        ['#2f6062', '#b5533f', '#c8932f', '#45607a'][index % 4] ?? '#2f6062',
      )
      return (
        rect(left, 402, 76, 158, wall) +
        rect(left, 402, 7, 158, brick) +
        rect(left + 16, 418, 50, 14, awning, 0.9) +
        polygon(
          [
            [left + 8, 448],
            [left + 76, 448],
            [left + 80, 470],
            [left + 4, 470],
          ],
          awning,
        ) +
        panes(brush, quad(left + 9, 472, 66, 88), {
          columns: 2,
          rows: 1,
          fillX: 0.9,
          fillY: 0.96,
          litShare: 0.6,
        })
      )
    })
  return (
    sky(brush) +
    hills(brush) +
    treeline(brush, 470) +
    rect(24, 392, 1150, 14, darker(brick, 0.1)) +
    shops(30, 5) +
    shops(790, 5) +
    rect(410, 326, 380, 234, wall) +
    rect(410, 326, 380, 234, 'url(#fall)') +
    rect(402, 314, 396, 16, darker(brick, 0.15)) +
    path('M480 340L600 262L720 340z', brick) +
    path('M508 340L600 282L692 340z', brush.paint('#f0e7d4')) +
    rect(480, 338, 240, 222, brush.paint('#cbb99a')) +
    circle(600, 322, 13, brush.paint('#4f8457')) +
    rect(520, 366, 160, 34, brush.paint('#2f6062')) +
    rect(534, 378, 132, 10, '#f7efd9', 0.9) +
    panes(brush, quad(492, 424, 216, 136), {
      columns: 5,
      rows: 2,
      fillX: 0.92,
      fillY: 0.92,
      litShare: 0.55,
    }) +
    panes(brush, quad(418, 440, 60, 80), { columns: 2, rows: 1, fillX: 0.8, fillY: 0.9 }) +
    panes(brush, quad(724, 440, 60, 80), { columns: 2, rows: 1, fillX: 0.8, fillY: 0.9 }) +
    parkingLot(brush, 11) +
    [80, 380, 820, 1150].map((x) => tree(brush, x, 578, 0.7)).join('') +
    rect(1086, 330, 12, 240, brush.paint('#6f675b')) +
    rect(1140, 330, 12, 240, brush.paint('#6f675b')) +
    rect(1074, 300, 90, 150, brush.paint('#f4eddd')) +
    repeat(4, (row) =>
      rect(
        1084,
        310 + row * 34,
        70,
        24,
        brush.paint(['#2f6062', '#b5533f', '#c8932f', '#45607a'][row] ?? '#2f6062'),
      ),
    ) +
    lamp(brush, 250, 600) +
    lamp(brush, 930, 600) +
    walker(brush, 590, '#c78a3b', 584) +
    walker(brush, 616, '#45607a', 586)
  )
}

/** A four-story hotel with a porte-cochère. */
export function hotelBlock(brush: Brush): string {
  const body = block(brush, { x: 240, y: 176, width: 560, depth: 190, drop: 58 }, '#d8c7ac')
  const tower = quad(430, 140, 150, 420)
  return (
    sky(brush) +
    hills(brush, '#6f7f86') +
    treeline(brush, 540) +
    body.svg +
    bands(body.front, [0.25, 0.48, 0.71], 0.012, brush.paint('#f5ecdb')) +
    panes(brush, part(body.front, 0, 0.03, 1, 0.95), {
      columns: 14,
      rows: 4,
      fillX: 0.5,
      fillY: 0.5,
    }) +
    panes(brush, part(body.side, 0.04, 0.03, 0.96, 0.95), {
      columns: 4,
      rows: 4,
      fillX: 0.44,
      fillY: 0.48,
    }) +
    rect(234, 166, 572, 12, brush.paint('#6c5a48')) +
    path('M806 166L996 224L996 236L806 178z', brush.paint('#53453a')) +
    polygon(tower, brush.paint('#8a4f3a')) +
    polygon(tower, 'url(#fall)') +
    rect(424, 130, 162, 12, brush.paint('#5f3729')) +
    rect(462, 164, 86, 26, brush.light.litColor, 0.9) +
    panes(brush, quad(446, 204, 118, 220), { columns: 3, rows: 4, fillX: 0.72, fillY: 0.76 }) +
    rect(352, 450, 306, 22, brush.paint('#f2e7d2')) +
    rect(352, 470, 306, 5, darker(brush.paint('#f2e7d2'), 0.25)) +
    panes(brush, quad(440, 478, 130, 82), {
      columns: 3,
      rows: 1,
      fillX: 0.92,
      fillY: 0.98,
      litShare: 1,
    }) +
    [366, 634].map((x) => rect(x, 474, 14, 86, brush.paint('#8a4f3a'))).join('') +
    parkingLot(brush, 5) +
    [120, 190, 1050, 1130].map((x) => tree(brush, x, 580, 0.95)).join('') +
    shrubs(brush, 246, 350) +
    shrubs(brush, 664, 796) +
    lamp(brush, 310, 604) +
    lamp(brush, 880, 604) +
    walker(brush, 590, '#3b5568', 584) +
    car(brush, 500, 606, '#2d3033', 0.9)
  )
}
