/** Offices, laboratories and medical buildings. */
import { type Brush } from './light.ts'
import { bands, block, groundY, panes, part, path, polygon, quad, rect, repeat } from './shapes.ts'
import {
  car,
  hills,
  lamp,
  lawn,
  mountains,
  palm,
  parkingLot,
  shrubs,
  sky,
  tree,
  treeline,
  walker,
} from './surroundings.ts'

/** A suburban building of four stories with ribbon windows. */
export function office(brush: Brush): string {
  const body = block(brush, { x: 210, y: 226, width: 600, depth: 220, drop: 70 }, '#cfc8bb')
  const ribbons = [0.06, 0.3, 0.54]
  const ribbon = (side: boolean) =>
    ribbons
      .map((v) =>
        panes(brush, part(side ? body.side : body.front, 0.01, v, 0.99, v + 0.15), {
          columns: side ? 7 : 18,
          rows: 1,
          fillX: 0.95,
          fillY: 1,
        }),
      )
      .join('')
  const entrance = quad(450, 200, 130, 360)
  return (
    sky(brush) +
    hills(brush) +
    treeline(brush, 530) +
    lawn(brush) +
    body.svg +
    ribbon(false) +
    ribbon(true) +
    bands(body.front, [0.03, 0.27, 0.51, 0.75], 0.014, brush.paint('#a59c8c')) +
    panes(brush, part(body.front, 0.02, 0.79, 0.98, 0.98), {
      columns: 14,
      rows: 1,
      fillX: 0.88,
      fillY: 0.94,
      litShare: 0.35,
    }) +
    panes(brush, part(body.side, 0.02, 0.79, 0.98, 0.98), {
      columns: 6,
      rows: 1,
      fillX: 0.84,
      fillY: 0.9,
    }) +
    polygon(entrance, brush.paint('#56666b')) +
    panes(brush, part(entrance, 0.06, 0.03, 0.94, 0.98), {
      columns: 4,
      rows: 8,
      fillX: 0.93,
      fillY: 0.93,
      litShare: 0.3,
    }) +
    rect(420, 490, 190, 12, brush.paint('#3b474a')) +
    polygon(
      [
        [470, groundY],
        [562, groundY],
        [640, 634],
        [420, 634],
      ],
      brush.paint('#d3cdc0'),
    ) +
    shrubs(brush, 220, 446) +
    shrubs(brush, 586, 806) +
    [110, 160, 1070, 1140].map((x) => tree(brush, x, 588, 1.15)).join('') +
    tree(brush, 330, 604, 0.8, '#6c9451') +
    tree(brush, 720, 604, 0.8, '#6c9451') +
    lamp(brush, 410, 612) +
    walker(brush, 520, '#45607a', 600) +
    car(brush, 900, 662, '#9aa3a6')
  )
}

/** Glass and fins under a screened mechanical roof. */
export function lab(brush: Brush): string {
  const body = block(brush, { x: 150, y: 270, width: 700, depth: 190, drop: 52 }, '#e9e4da')
  const fin = brush.paint('#b36a3f')
  const atrium = quad(380, 232, 190, 328)
  return (
    sky(brush) +
    hills(brush) +
    treeline(brush, 520) +
    lawn(brush, '#86a86d') +
    rect(210, 206, 150, 66, brush.paint('#9fa9aa')) +
    rect(600, 212, 190, 60, brush.paint('#8f9a9c')) +
    repeat(22, (index) => rect(602 + index * 8.6, 214, 3, 56, brush.paint('#6f7b7e'))) +
    [236, 274, 312].map((x) => rect(x, 176, 16, 32, brush.paint('#7d898b'))).join('') +
    body.svg +
    panes(brush, part(body.front, 0.01, 0.08, 0.99, 0.46), {
      columns: 22,
      rows: 1,
      fillX: 0.94,
      fillY: 1,
    }) +
    panes(brush, part(body.front, 0.01, 0.55, 0.99, 0.97), {
      columns: 22,
      rows: 1,
      fillX: 0.94,
      fillY: 1,
    }) +
    panes(brush, part(body.side, 0.04, 0.08, 0.96, 0.46), {
      columns: 6,
      rows: 1,
      fillX: 0.9,
      fillY: 1,
    }) +
    panes(brush, part(body.side, 0.04, 0.55, 0.96, 0.97), {
      columns: 6,
      rows: 1,
      fillX: 0.9,
      fillY: 1,
    }) +
    repeat(30, (index) =>
      index > 9 && index < 18
        ? ''
        : polygon(part(body.front, 0.02 + index / 31, 0.03, 0.027 + index / 31, 0.98), fin),
    ) +
    rect(140, 258, 722, 14, brush.paint('#5b676a')) +
    path('M862 258L1052 312L1052 324L862 272z', brush.paint('#475255')) +
    polygon(atrium, brush.paint('#dfe7e6')) +
    panes(brush, part(atrium, 0.03, 0.04, 0.97, 0.99), {
      columns: 5,
      rows: 6,
      fillX: 0.94,
      fillY: 0.94,
      litShare: 0.42,
    }) +
    rect(352, 488, 246, 10, brush.paint('#475255')) +
    polygon(
      [
        [420, groundY],
        [530, groundY],
        [600, 634],
        [360, 634],
      ],
      brush.paint('#ddd6c8'),
    ) +
    shrubs(brush, 156, 376, groundY, '#7c9463') +
    shrubs(brush, 576, 846, groundY, '#7c9463') +
    [80, 1090, 1160].map((x) => tree(brush, x, 586, 1.2)).join('') +
    tree(brush, 250, 604, 0.85, '#8fa35a') +
    tree(brush, 700, 604, 0.85, '#8fa35a') +
    walker(brush, 470, '#f2efe8', 604) +
    walker(brush, 500, '#3b5568', 608) +
    car(brush, 980, 662, '#2d5a63')
  )
}

/** A two-story medical building with a covered drop-off. */
export function clinic(brush: Brush): string {
  const body = block(brush, { x: 180, y: 318, width: 660, depth: 170, drop: 46 }, '#e7dcc8')
  const accent = brush.paint('#b0694a')
  const cross = brush.paint('#2f6062')
  const warm = brush.lighting === 'noon'
  return (
    sky(brush) +
    (warm ? mountains(brush) : hills(brush)) +
    treeline(brush, 520) +
    body.svg +
    polygon(part(body.front, 0, 0, 0.2, 1), accent) +
    polygon(part(body.front, 0, 0, 0.2, 1), 'url(#fall)') +
    panes(brush, part(body.front, 0.22, 0.1, 0.98, 0.44), {
      columns: 12,
      rows: 1,
      fillX: 0.86,
      fillY: 1,
    }) +
    panes(brush, part(body.front, 0.22, 0.58, 0.98, 0.96), {
      columns: 12,
      rows: 1,
      fillX: 0.86,
      fillY: 1,
    }) +
    panes(brush, part(body.side, 0.06, 0.1, 0.94, 0.44), {
      columns: 5,
      rows: 1,
      fillX: 0.72,
      fillY: 1,
    }) +
    panes(brush, part(body.side, 0.06, 0.58, 0.94, 0.96), {
      columns: 5,
      rows: 1,
      fillX: 0.72,
      fillY: 1,
    }) +
    rect(172, 306, 678, 14, brush.paint('#6b6258')) +
    path('M850 306L1020 352L1020 366L850 320z', brush.paint('#544c44')) +
    rect(222, 356, 64, 64, '#f7f3ea') +
    rect(246, 364, 16, 48, cross) +
    rect(230, 380, 48, 16, cross) +
    rect(430, 452, 240, 20, brush.paint('#f4ecdd')) +
    rect(430, 470, 240, 5, brush.paint('#b9ad98')) +
    [446, 640].map((x) => rect(x, 475, 14, 85, accent)).join('') +
    panes(brush, quad(500, 478, 100, 82), {
      columns: 3,
      rows: 1,
      fillX: 0.9,
      fillY: 0.98,
      litShare: 0.9,
    }) +
    parkingLot(brush, 7) +
    (warm
      ? palm(brush, 110, 580, 1.3) + palm(brush, 1080, 580, 1.4) + palm(brush, 1140, 586, 1.1)
      : tree(brush, 110, 582, 1.2) + tree(brush, 1090, 582, 1.25) + tree(brush, 1150, 588, 1)) +
    shrubs(brush, 320, 426) +
    shrubs(brush, 690, 836) +
    walker(brush, 545, '#7fa5a8', 584) +
    lamp(brush, 370, 604) +
    lamp(brush, 760, 604)
  )
}
