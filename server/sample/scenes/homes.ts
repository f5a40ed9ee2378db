/** Houses: four homes in one, a single one, and a row of them. */
import { darker, type Brush } from './light.ts'
import { block, groundY, panes, path, polygon, quad, rect, repeat } from './shapes.ts'
import {
  car,
  conifer,
  hills,
  lawn,
  mountains,
  palm,
  shrubs,
  sky,
  tree,
  treeline,
  walker,
} from './surroundings.ts'

/** A gabled house with a garage and a deep porch. */
export function house(brush: Brush): string {
  const wall = brush.lighting === 'dusk' ? '#8d8579' : '#f0e9dc'
  const main = block(brush, { x: 330, y: 330, width: 420, depth: 0 }, wall)
  const roof = brush.paint('#4c5a5f')
  const trim = brush.paint('#ffffff')
  const stone = brush.paint('#a1917b')
  const warm = { frame: trim, litShare: brush.lighting === 'noon' ? 0.1 : 0.8 }
  return (
    sky(brush) +
    (brush.lighting === 'dusk' ? mountains(brush) : hills(brush)) +
    treeline(brush, 530) +
    lawn(brush, brush.lighting === 'dusk' ? '#8b9463' : '#7fa864') +
    rect(750, 394, 260, 166, brush.paint(wall)) +
    rect(750, 394, 260, 166, 'url(#fall)') +
    path('M726 396L1034 396L960 316L800 316z', darker(roof, 0.08)) +
    panes(brush, quad(784, 448, 192, 112), {
      columns: 1,
      rows: 4,
      fillX: 1,
      fillY: 0.9,
      litShare: 0,
      frame: trim,
    }) +
    main.svg +
    path('M300 336L780 336L700 218L396 218z', roof) +
    path('M300 336L780 336L778 346L302 346z', trim) +
    path('M345 336L525 336L435 206z', brush.paint(wall)) +
    path('M330 344L435 190L540 344L525 344L435 212L345 344z', trim) +
    panes(brush, quad(402, 262, 66, 72), { columns: 2, rows: 1, fillX: 0.8, fillY: 0.9, ...warm }) +
    panes(brush, quad(352, 372, 168, 116), {
      columns: 3,
      rows: 1,
      fillX: 0.78,
      fillY: 0.86,
      ...warm,
    }) +
    rect(330, 506, 420, 54, stone) +
    rect(560, 384, 74, 176, brush.paint('#7c4a32')) +
    rect(572, 398, 50, 66, brush.light.litColor, 0.85) +
    panes(brush, quad(652, 388, 86, 100), {
      columns: 1,
      rows: 1,
      fillX: 0.8,
      fillY: 0.9,
      ...warm,
    }) +
    path('M534 376L760 376L744 350L550 350z', darker(roof, 0.16)) +
    [544, 746].map((x) => rect(x, 376, 10, 184, trim)).join('') +
    polygon(
      [
        [786, groundY],
        [974, groundY],
        [1090, 634],
        [760, 634],
      ],
      brush.paint('#c9c4b8'),
    ) +
    polygon(
      [
        [564, groundY],
        [632, groundY],
        [640, 634],
        [520, 634],
      ],
      brush.paint('#d8cfbf'),
    ) +
    shrubs(brush, 336, 550) +
    (brush.lighting === 'dusk'
      ? conifer(brush, 240, 590, 1.6) +
        conifer(brush, 150, 600, 1.2) +
        conifer(brush, 1110, 590, 1.4)
      : palm(brush, 250, 590, 1.75) + palm(brush, 1096, 600, 1.5) + palm(brush, 170, 604, 1.2)) +
    car(brush, 880, 624, '#e7e5df', 0.95)
  )
}

/** A brick building of four apartments on a quiet street. */
export function fourplex(brush: Brush): string {
  const body = block(brush, { x: 330, y: 262, width: 440, depth: 150, drop: 42 }, '#a55c45')
  const stone = brush.paint('#e3d8c3')
  const porch = quad(470, 420, 160, 140)
  return (
    sky(brush) +
    treeline(brush, 520) +
    lawn(brush, '#86a86d') +
    body.svg +
    panes(brush, body.front, { columns: 4, rows: 2, fillX: 0.42, fillY: 0.5, frame: stone }) +
    panes(brush, body.side, { columns: 2, rows: 2, fillX: 0.3, fillY: 0.44, frame: stone }) +
    path('M312 262L788 262L760 208L345 208z', brush.paint('#4a4b4f')) +
    path('M788 262L938 306L868 250L760 208z', brush.paint('#37383c')) +
    polygon(porch, brush.paint('#8f4b38')) +
    path('M452 422L648 422L550 366z', stone) +
    panes(brush, quad(490, 440, 120, 116), {
      columns: 2,
      rows: 1,
      fillX: 0.7,
      fillY: 0.98,
      litShare: 1,
    }) +
    rect(470, 420, 12, 140, stone) +
    rect(618, 420, 12, 140, stone) +
    polygon(
      [
        [500, groundY],
        [600, groundY],
        [640, 634],
        [468, 634],
      ],
      brush.paint('#cfc8ba'),
    ) +
    shrubs(brush, 334, 462) +
    shrubs(brush, 640, 766) +
    tree(brush, 190, 590, 1.7, '#5e8b4e') +
    tree(brush, 1020, 584, 1.4) +
    conifer(brush, 1120, 596, 1) +
    car(brush, 900, 662, '#4f7f86', 1.1)
  )
}

/** A row of narrow houses, each in its own color. */
export function townhomes(brush: Brush): string {
  const colors = ['#d9cdb8', '#7d949b', '#b8785c', '#e6dfd0', '#6f7f6c', '#c2a27e']
  const trim = brush.paint('#f7f3ea')
  const home = (index: number) => {
    const [x, width] = [84 + index * 172, 172]
    const y = 262 + (index % 2) * 16
    const body = block(brush, { x, y, width, depth: 0 }, colors[index] ?? '#d9cdb8')
    const roof = brush.paint(index % 2 ? '#565b61' : '#4a5257')
    const gable = index % 2 === 0
    return (
      body.svg +
      (gable
        ? polygon(
            [
              [x - 6, y],
              [x + width + 6, y],
              [x + width / 2, y - 84],
            ],
            roof,
          ) +
          polygon(
            [
              [x + 16, y + 2],
              [x + width - 16, y + 2],
              [x + width / 2, y - 60],
            ],
            brush.paint(colors[index] ?? '#d9cdb8'),
          ) +
          panes(brush, quad(x + 66, y - 34, 40, 36), {
            columns: 1,
            rows: 1,
            fillX: 0.8,
            fillY: 0.9,
            frame: trim,
          })
        : polygon(
            [
              [x - 4, y],
              [x + width + 4, y],
              [x + width - 22, y - 66],
              [x + 22, y - 66],
            ],
            roof,
          )) +
      panes(brush, quad(x + 10, y + 20, width - 20, 150), {
        columns: 3,
        rows: 2,
        fillX: 0.52,
        fillY: 0.7,
        frame: trim,
      }) +
      rect(x + 14, y + 186, 84, groundY - y - 186, trim) +
      repeat(4, (row) =>
        rect(
          x + 18,
          y + 192 + row * ((groundY - y - 196) / 4),
          76,
          (groundY - y - 196) / 4 - 4,
          brush.paint('#d9d3c6'),
        ),
      ) +
      rect(
        x + 116,
        y + 186,
        40,
        groundY - y - 186,
        brush.paint(index % 3 ? '#7c3b32' : '#2f6062'),
      ) +
      polygon(
        [
          [x + 106, y + 184],
          [x + 166, y + 184],
          [x + 136, y + 162],
        ],
        roof,
      ) +
      path(`M${x + width - 2} ${y}h3V${groundY}h-3z`, darker(brush.paint('#8f867a'), 0.1), 0.6) +
      polygon(
        [
          [x + 14, groundY],
          [x + 98, groundY],
          [x + 88, 634],
          [x - 18, 634],
        ],
        brush.paint('#c9c4b8'),
      )
    )
  }
  return (
    sky(brush) +
    hills(brush) +
    treeline(brush, 520) +
    lawn(brush) +
    repeat(6, home) +
    repeat(6, (index) => shrubs(brush, 190 + index * 172, 250 + index * 172, groundY + 4)) +
    [40, 560, 1156].map((x) => tree(brush, x, 602, 0.95)).join('') +
    walker(brush, 730, '#c78a3b', 652) +
    car(brush, 330, 662, '#3b5568', 0.95)
  )
}
