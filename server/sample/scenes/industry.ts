/** Warehouses, storage, solar fields and building sites. */
import { darker, mix, type Brush } from './light.ts'
import {
  block,
  circle,
  groundY,
  line,
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
  conifer,
  hills,
  lamp,
  mountains,
  shrubs,
  sky,
  skyline,
  street,
  tree,
  treeline,
  walker,
} from './surroundings.ts'

/** A cross-dock hall with trucks at its doors. */
export function warehouse(brush: Brush): string {
  const body = block(brush, { x: 60, y: 300, width: 850, depth: 230, drop: 58 }, '#ece8de')
  const teal = brush.paint('#2f6062')
  const truckAt = new Set([1, 4, 5, 8])
  return (
    sky(brush) +
    hills(brush) +
    treeline(brush, 520) +
    body.svg +
    repeat(27, (index) =>
      polygon(part(body.front, index / 27, 0.02, index / 27 + 0.002, 1), brush.paint('#cfc9bb')),
    ) +
    polygon(part(body.front, 0, 0.08, 1, 0.16), teal) +
    polygon(part(body.side, 0, 0.08, 1, 0.16), darker(teal, 0.3)) +
    panes(brush, part(body.front, 0.02, 0.22, 0.98, 0.3), {
      columns: 20,
      rows: 1,
      fillX: 0.7,
      fillY: 1,
      litShare: 0.3,
    }) +
    rect(50, 290, 868, 13, darker(teal, 0.15)) +
    path('M918 290L1146 350L1146 364L918 303z', darker(teal, 0.4)) +
    repeat(10, (index) => {
      const x = 90 + index * 82
      return (
        rect(x - 4, 452, 58, 98, brush.paint('#37464a')) +
        rect(x, 458, 50, 86, brush.paint(index % 3 === 0 ? '#d9b45c' : '#aeb7b6')) +
        repeat(4, (row) => rect(x, 474 + row * 18, 50, 2, brush.paint('#7d8988'))) +
        rect(x - 8, 544, 66, 8, '#1e272a') +
        (truckAt.has(index) ? trailer(brush, x - 6) : '')
      )
    }) +
    panes(brush, part(body.side, 0.62, 0.5, 0.96, 0.98), {
      columns: 4,
      rows: 3,
      fillX: 0.9,
      fillY: 0.9,
      litShare: 0.5,
    }) +
    rect(0, groundY, 1200, 115, brush.paint('#8a9090')) +
    rect(0, groundY, 1200, 115, 'url(#ground)') +
    repeat(10, (index) =>
      line(
        [84 + index * 82, 566],
        [66 + index * 82, 626],
        mix(brush.paint('#8a9090'), '#ffffff', 0.5),
        3,
      ),
    ) +
    truck(brush, 990, 652) +
    [1080, 1130, 1176].map((x) => tree(brush, x, 572, 0.8)).join('') +
    lamp(brush, 20, 590)
  )
}

function trailer(brush: Brush, x: number): string {
  const box = brush.paint('#f4f2ec')
  return (
    rect(x, 470, 62, 96, box) +
    rect(x, 470, 62, 96, 'url(#fall)') +
    rect(x + 30, 472, 2, 92, brush.paint('#b9b6ac')) +
    rect(x, 558, 62, 8, brush.paint('#b5533f')) +
    [x + 12, x + 50].map((wheel) => circle(wheel, 572, 8, '#1d2326')).join('')
  )
}

function truck(brush: Brush, x: number, y: number): string {
  const cab = brush.paint('#b8443a')
  return (
    rect(x - 320, y - 104, 240, 88, brush.paint('#f2efe6')) +
    rect(x - 320, y - 104, 240, 88, 'url(#fall)') +
    rect(x - 320, y - 62, 240, 12, brush.paint('#2f6062')) +
    rect(x - 320, y - 18, 300, 8, '#2a3235') +
    path(`M${x - 72} ${y - 12}v-70h44q14 0 20 18l10 24h10q8 0 8 10v18z`, cab) +
    path(`M${x - 48} ${y - 74}h22q8 0 12 12l6 18h-40z`, mix(brush.light.glass[1], '#ffffff', 0.2)) +
    [-296, -266, -120, -92, -34]
      .map((dx) => circle(x + dx, y - 6, 13, '#1d2326') + circle(x + dx, y - 6, 6, '#9aa3a6'))
      .join('')
  )
}

/** Climate-controlled storage behind a gate. */
export function storage(brush: Brush): string {
  const body = block(brush, { x: 420, y: 290, width: 460, depth: 180, drop: 52 }, '#e6e0d2')
  const door = brush.paint('#d0692f')
  return (
    sky(brush) +
    mountains(brush) +
    treeline(brush, 520) +
    rect(0, 468, 440, 92, brush.paint('#d8d1c1')) +
    rect(0, 456, 444, 14, brush.paint('#5a6669')) +
    repeat(
      7,
      (index) =>
        rect(14 + index * 60, 490, 46, 70, door) +
        repeat(5, (row) => rect(14 + index * 60, 500 + row * 12, 46, 2, darker(door, 0.2))),
    ) +
    body.svg +
    repeat(
      8,
      (index) =>
        rect(444 + index * 54, 322, 38, 60, index % 2 ? door : brush.paint('#dfe7e6')) +
        (index % 2
          ? repeat(4, (row) => rect(444 + index * 54, 334 + row * 12, 38, 2, darker(door, 0.2)))
          : ''),
    ) +
    panes(brush, quad(436, 412, 290, 148), {
      columns: 6,
      rows: 2,
      fillX: 0.93,
      fillY: 0.93,
      litShare: 0.3,
    }) +
    polygon(quad(756, 250, 110, 310), brush.paint('#2f6062')) +
    polygon(quad(756, 250, 110, 310), 'url(#fall)') +
    path('M790 344l22 -20l22 20v34h-44z', '#f7efd9', 0.95) +
    repeat(3, (row) =>
      polygon(
        part(body.side, 0.12, 0.14 + row * 0.26, 0.88, 0.28 + row * 0.26),
        darker(door, 0.12 + row * 0.04),
      ),
    ) +
    rect(412, 280, 476, 12, brush.paint('#5a6669')) +
    path('M888 280L1066 334L1066 346L888 292z', brush.paint('#454f52')) +
    rect(0, groundY, 1200, 115, brush.paint('#7f8586')) +
    rect(0, groundY, 1200, 115, 'url(#ground)') +
    repeat(30, (bar) => rect(120 + bar * 9, 548, 3, 60, brush.paint('#2f3b40'))) +
    rect(116, 546, 278, 5, brush.paint('#2f3b40')) +
    rect(104, 536, 14, 76, brush.paint('#8b8275')) +
    rect(392, 536, 14, 76, brush.paint('#8b8275')) +
    conifer(brush, 1110, 580, 1.1) +
    conifer(brush, 1160, 590, 0.9) +
    shrubs(brush, 440, 560, groundY + 6) +
    car(brush, 960, 644, '#e7e5df', 1.05)
  )
}

/** Rows of modules to the horizon, and the batteries' containers. */
export function solarField(brush: Brush): string {
  const panel = mix(brush.paint('#274a6b'), brush.light.sky[1], 0.12)
  const row = (index: number) => {
    const nearness = index / 6
    const y = 470 + nearness * nearness * 190
    const [height, width] = [12 + nearness * 44, 60 + nearness * 150]
    return repeat(Math.ceil(1300 / (width * 1.12)), (column) => {
      const x = -60 - nearness * 40 + column * width * 1.12
      const tl = [x + width * 0.12, y - height] as const
      const face = [tl, [x + width * 1.06, y - height], [x + width * 0.94, y], [x, y]] as const
      return (
        line(
          [x + width * 0.5, y - height * 0.4],
          [x + width * 0.5, y + height * 0.5],
          brush.paint('#8d9496'),
          1.5 + nearness * 3,
        ) +
        polygon(face, panel) +
        polygon(face, 'url(#sheen)') +
        repeat(5, (k) =>
          line(
            [x + width * (0.12 + k * 0.188), y - height],
            [x + width * k * 0.188, y],
            mix(panel, '#ffffff', 0.3),
            0.6 + nearness,
          ),
        ) +
        line(
          [x + width * 0.06, y - height / 2],
          [x + width, y - height / 2],
          mix(panel, '#ffffff', 0.3),
          0.6 + nearness,
        )
      )
    })
  }
  return (
    sky(brush) +
    mountains(brush) +
    rect(0, 440, 1200, 235, brush.paint('#b79a6c')) +
    rect(0, 440, 1200, 235, 'url(#ground)') +
    repeat(40, () =>
      circle(
        brush.random() * 1200,
        446 + brush.random() * 16,
        4 + brush.random() * 5,
        brush.paint('#7d8757'),
      ),
    ) +
    repeat(
      3,
      (index) =>
        rect(820 + index * 110, 404, 92, 44, brush.paint('#eceae3')) +
        rect(820 + index * 110, 404, 92, 44, 'url(#fall)') +
        repeat(4, (fan) => rect(828 + index * 110 + fan * 21, 414, 14, 24, brush.paint('#b9bfbf'))),
    ) +
    repeat(7, row)
  )
}

/** A frame going up under a tower crane. */
export function construction(brush: Brush): string {
  const steel = brush.paint('#8b6f52')
  const slab = brush.paint('#b9b5aa')
  const yellow = brush.paint('#e0a52e')
  const floors = 6
  const frame = repeat(floors, (floor) => {
    const y = 494 - floor * 60
    const width = floor === floors - 1 ? 360 : 520
    return (
      rect(250, y, width, 10, slab) +
      polygon(
        [
          [250 + width, y],
          [250 + width + 130, y + 10],
          [250 + width + 130, y + 20],
          [250 + width, y + 10],
        ],
        darker(slab, 0.25),
      ) +
      repeat(Math.floor(width / 65) + 1, (column) =>
        rect(250 + column * 65 - (column === 8 ? 8 : 0), y + 10, 8, 56, steel),
      ) +
      (floor < 3
        ? panes(brush, quad(258, y + 12, width - 12, 50), {
            columns: 16,
            rows: 1,
            fillX: 0.8,
            fillY: 0.86,
            litShare: 0.15,
            frame: brush.paint('#d9c493'),
          })
        : '')
    )
  })
  const lattice = (x1: number, x2: number, y: number, height: number) => {
    const count = Math.round(Math.abs(x2 - x1) / 22)
    return repeat(count, (k) =>
      line(
        [x1 + k * 22, k % 2 ? y : y + height],
        [x1 + (k + 1) * 22, k % 2 ? y + height : y],
        yellow,
        2.5,
      ),
    )
  }
  return (
    sky(brush) +
    skyline(brush) +
    frame +
    rect(940, 96, 5, 464, yellow) +
    rect(966, 96, 5, 464, yellow) +
    repeat(20, (k) =>
      line([k % 2 ? 942 : 968, 98 + k * 23], [k % 2 ? 968 : 942, 121 + k * 23], yellow, 2.5),
    ) +
    rect(330, 92, 620, 4, yellow) +
    rect(330, 110, 740, 4, yellow) +
    lattice(330, 1066, 94, 17) +
    line([955, 44], [520, 92], yellow, 2) +
    line([955, 44], [1066, 110], yellow, 2) +
    path('M948 92L964 92L956 42z', yellow) +
    rect(1030, 112, 36, 34, brush.paint('#8d9496')) +
    rect(932, 112, 30, 30, brush.paint('#f2efe6')) +
    line([470, 112], [470, 186], '#3a4448', 2) +
    rect(436, 186, 68, 10, steel) +
    rect(60, 506, 130, 54, brush.paint('#3f6f78')) +
    rect(60, 506, 130, 54, 'url(#fall)') +
    panes(brush, quad(72, 518, 60, 24), { columns: 2, rows: 1, fillX: 0.8, fillY: 1 }) +
    street(brush, '#b7a68a') +
    repeat(
      23,
      (k) =>
        rect(30 + k * 50, 536, 46, 40, brush.paint(k % 4 === 1 ? '#2f6062' : '#e5ded0')) +
        rect(28 + k * 50, 532, 3, 48, brush.paint('#5c5348')),
    ) +
    walker(brush, 640, '#e0a52e', 598) +
    walker(brush, 668, '#e0a52e', 600) +
    car(brush, 240, 652, '#e7e5df', 1.05)
  )
}
