/** Apartment houses: garden buildings, and a podium building in the city. */
import { darker, type Brush } from './light.ts'
import {
  type Quad,
  bands,
  block,
  groundY,
  panes,
  part,
  path,
  polygon,
  rect,
  repeat,
} from './shapes.ts'
import {
  car,
  conifer,
  lamp,
  lawn,
  mountains,
  shrubs,
  sky,
  skyline,
  street,
  tree,
  treeline,
  walker,
} from './surroundings.ts'

/** Three-story buildings with pitched roofs and balconies on a lawn. */
export function apartments(brush: Brush): string {
  const wing = (x: number, y: number, width: number, color: string) => {
    const body = block(brush, { x, y, width, depth: 90 }, color)
    const roof = brush.paint('#5b5a5e')
    const bays = Math.round(width / 118)
    const trim = brush.paint('#f3efe6')
    return (
      body.svg +
      polygon(
        [
          [x - 16, y],
          [x + width, y],
          [x + width - 34, y - 54],
          [x + 22, y - 54],
        ],
        roof,
      ) +
      polygon(
        [
          [x + width, y],
          [x + width + 104, y + 30],
          [x + width + 40, y - 30],
          [x + width - 34, y - 54],
        ],
        darker(roof, 0.25),
      ) +
      bands(body.front, [0.32, 0.655], 0.016, trim) +
      panes(brush, body.front, {
        columns: bays * 3,
        rows: 3,
        fillX: 0.46,
        fillY: 0.52,
        frame: trim,
      }) +
      panes(brush, body.side, { columns: 3, rows: 3, fillX: 0.34, fillY: 0.44 }) +
      repeat(bays, (bay) =>
        balconies(brush, part(body.front, (bay + 0.36) / bays, 0, (bay + 0.64) / bays, 1)),
      ) +
      polygon(part(body.front, 0, 0.93, 1, 1), brush.paint('#9b8f80'))
    )
  }
  return (
    sky(brush) +
    mountains(brush) +
    treeline(brush, 540) +
    wing(770, 330, 290, '#c9b59a') +
    lawn(brush) +
    wing(90, 268, 590, '#d9c6a8') +
    polygon(
      [
        [330, groundY],
        [404, groundY],
        [470, 634],
        [280, 634],
      ],
      brush.paint('#d8cfbf'),
    ) +
    shrubs(brush, 96, 320) +
    shrubs(brush, 412, 676) +
    conifer(brush, 52, 580, 1.15) +
    conifer(brush, 742, 574, 0.95) +
    tree(brush, 830, 584, 1.05) +
    tree(brush, 1120, 590, 1.3) +
    tree(brush, 190, 598, 0.9, '#6c9451') +
    walker(brush, 372, '#b5533f', 606) +
    lamp(brush, 600, 616) +
    car(brush, 940, 660, '#3b5568', 0.9)
  )
}

function balconies(brush: Brush, bay: Quad): string {
  const rail = brush.paint('#38474c')
  return repeat(3, (floor) => {
    const cell = part(bay, 0, floor / 3, 1, (floor + 1) / 3)
    return (
      polygon(part(cell, 0, 0.16, 1, 0.94), brush.paint('#8d7d68')) +
      panes(brush, part(cell, 0.1, 0.2, 0.9, 0.92), {
        columns: 2,
        rows: 1,
        fillX: 0.86,
        fillY: 0.96,
      }) +
      repeat(9, (bar) => polygon(part(cell, bar / 9 + 0.04, 0.6, bar / 9 + 0.07, 0.94), rail)) +
      polygon(part(cell, 0, 0.58, 1, 0.62), rail) +
      polygon(part(cell, -0.03, 0.92, 1.03, 0.98), brush.paint('#efe9dd'))
    )
  })
}

/** Five floors of apartments in two materials over a glazed street level. */
export function podium(brush: Brush): string {
  const body = block(brush, { x: 170, y: 168, width: 640, depth: 210, drop: 66 }, '#e0d8ca')
  const accents = ['#2f6062', '#a85f45', '#2f6062']
  const upper = part(body.front, 0, 0.02, 1, 0.8)
  return (
    sky(brush) +
    skyline(brush) +
    body.svg +
    repeat(3, (index) => {
      const bay = part(body.front, 0.06 + index * 0.33, -0.05, 0.2 + index * 0.33, 0.8)
      return polygon(bay, brush.paint(accents[index] ?? '#2f6062')) + polygon(bay, 'url(#fall)')
    }) +
    panes(brush, upper, { columns: 15, rows: 5, fillX: 0.56, fillY: 0.56 }) +
    panes(brush, part(body.side, 0, 0.02, 1, 0.8), {
      columns: 5,
      rows: 5,
      fillX: 0.5,
      fillY: 0.52,
    }) +
    repeat(5, (floor) =>
      repeat(2, (index) =>
        polygon(
          part(
            upper,
            0.2 + index * 0.33,
            (floor + 0.78) / 5,
            0.265 + index * 0.33,
            (floor + 0.96) / 5,
          ),
          brush.paint('#3a4a50'),
        ),
      ),
    ) +
    polygon(part(body.front, -0.01, 0.8, 1, 0.83), brush.paint('#39474b')) +
    polygon(part(body.side, 0, 0.8, 1, 0.83), brush.paint('#2c383b')) +
    panes(brush, part(body.front, 0, 0.84, 1, 0.99), {
      columns: 11,
      rows: 1,
      fillX: 0.9,
      fillY: 0.9,
      litShare: 0.75,
    }) +
    panes(brush, part(body.side, 0, 0.84, 1, 0.99), {
      columns: 5,
      rows: 1,
      fillX: 0.84,
      fillY: 0.86,
      litShare: 0.5,
    }) +
    rect(166, 158, 650, 12, brush.paint('#46555a')) +
    path('M816 158L1026 224L1026 236L816 170z', darker(brush.paint('#46555a'), 0.2)) +
    rect(360, 128, 120, 30, brush.paint('#a9a397')) +
    street(brush) +
    [90, 250, 470, 690, 1000, 1120].map((x) => tree(brush, x, 582, 0.82)).join('') +
    lamp(brush, 360) +
    lamp(brush, 900) +
    walker(brush, 560, '#2f6062') +
    walker(brush, 590, '#c78a3b', 580) +
    car(brush, 240, 622, '#b8443a') +
    car(brush, 980, 664, '#e7e5df', 1.08)
  )
}
