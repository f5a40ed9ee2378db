/** Views other than street fronts: a site plan from above, and a lobby. */
import { darker, lighter, mix, type Brush } from './light.ts'
import { circle, ellipse, line, panes, path, polygon, quad, rect, repeat } from './shapes.ts'

/** A plan as an architect draws it: roads, roofs, stalls and trees with shadows. */
export function sitePlan(brush: Brush): string {
  const { random } = brush
  const [grass, road, roof] = ['#c3d1ae', '#9ea6a6', '#efe9dc'].map(brush.paint) as [
    string,
    string,
    string,
  ]
  const flipped = random() < 0.5
  const buildings = plans[Math.floor(random() * plans.length)] ?? []
  return (
    rect(0, 0, 1200, 675, grass) +
    `<g${flipped ? ' transform="translate(1200 0) scale(-1 1)"' : ''}>` +
    path('M0 560H1200V640H0z', road) +
    path('M90 0H168V675H90z', road) +
    line([0, 600], [1200, 600], mix(road, '#ffffff', 0.7), 3, '26 18') +
    line([129, 0], [129, 675], mix(road, '#ffffff', 0.7), 3, '26 18') +
    path('M168 430H1150V520H168z', lighter(road, 0.22)) +
    path('M640 520h70v40h-70z', lighter(road, 0.22)) +
    stalls(brush, 200, 430, 34, 26) +
    stalls(brush, 200, 488, 34, 26) +
    buildings
      .map(([x, y, width, height]) => {
        const tone = roof
        return (
          rect(x + 12, y + 14, width, height, '#22302c', 0.26) +
          rect(x, y, width, height, tone) +
          rect(x + 7, y + 7, width - 14, height - 14, darker(tone, 0.07)) +
          line([x + 7, y + height / 2], [x + width - 7, y + height / 2], darker(tone, 0.18), 2) +
          repeat(3, (k) =>
            rect(x + width * (0.2 + k * 0.24), y + height * 0.22, 26, 18, darker(tone, 0.22)),
          )
        )
      })
      .join('') +
    ellipse(1080, 110, 74, 48, brush.paint('#9cc3cf')) +
    ellipse(1080, 110, 74, 48, 'url(#sheen)') +
    repeat(60, (index) => planTree(brush, ...treePlace(brush, index))) +
    '</g>' +
    northArrow(brush)
  )
}

const plans: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [
    [230, 70, 420, 110],
    [230, 180, 110, 190],
    [540, 180, 110, 190],
    [760, 110, 240, 260],
  ],
  [
    [220, 60, 260, 130],
    [530, 60, 260, 130],
    [220, 250, 260, 120],
    [530, 250, 260, 120],
    [850, 210, 240, 160],
  ],
  [[220, 90, 740, 270]],
]

function treePlace({ random }: Brush, index: number): [number, number] {
  if (index < 24) return [190 + index * 42, 540 + random() * 6]
  if (index < 36) return [184 + random() * 10, 30 + (index - 24) * 32]
  if (index < 50) return [30 + random() * 40, (index - 36) * 42]
  return [1110 + random() * 70, 190 + random() * 220]
}

function planTree(brush: Brush, x: number, y: number): string {
  const leaf = brush.paint(brush.random() < 0.3 ? '#8fae6a' : '#6f9a6b')
  const radius = 13 + brush.random() * 8
  return (
    circle(x + 5, y + 6, radius, '#22302c', 0.25) +
    circle(x, y, radius, leaf) +
    circle(x - radius * 0.25, y - radius * 0.25, radius * 0.55, lighter(leaf, 0.2), 0.8)
  )
}

function stalls(brush: Brush, x: number, y: number, count: number, pitch: number): string {
  const colors = ['#b8443a', '#f4f2ec', '#3b5568', '#8d9496', '#2d3033', '#d8c9a4']
  return repeat(count, (index) => {
    const left = x + index * pitch
    const isTaken = brush.random() < 0.55
    return (
      line([left, y + 2], [left, y + 32], '#ffffff', 1.6) +
      (isTaken
        ? rect(
            left + 6,
            y + 6,
            14,
            24,
            brush.paint(colors[Math.floor(brush.random() * colors.length)] ?? '#8d9496'),
          ) + rect(left + 8, y + 11, 10, 6, '#26343a', 0.6)
        : '')
    )
  })
}

const northArrow = (brush: Brush) =>
  circle(1136, 612, 34, brush.paint('#fbf8f1'), 0.92) +
  path('M1136 586L1148 634L1136 624L1124 634z', brush.paint('#2f6062'))

interface Interior {
  wall: string
  ceiling: string
  wood: string
  paneling: string
  frame: string
  rug: readonly [string, string]
  seats: readonly [string, string]
  leaf: string
}

const litByDay: Interior = {
  wall: '#ece3d3',
  ceiling: '#f6f1e8',
  wood: '#b98f62',
  paneling: '#a9714c',
  frame: '#4a4a46',
  rug: ['#7fa0a0', '#92b0ad'],
  seats: ['#c9a877', '#5c8384'],
  leaf: '#4f8457',
}
/** Lit by lamps only: the light outside does not color the room. */
const litByLamps: Interior = {
  wall: '#6d5a48',
  ceiling: '#57483b',
  wood: '#4f3826',
  paneling: '#7d4f35',
  frame: '#2a2420',
  rug: ['#35535a', '#2d474d'],
  seats: ['#a08562', '#4a6f72'],
  leaf: '#3f6b4a',
}

/** A lounge with tall windows, seats and plants. */
export function lobby(brush: Brush): string {
  const isDark = brush.lighting === 'dusk'
  const room = isDark ? litByLamps : litByDay
  return (
    walls(room) +
    rect(262, 138, 676, 332, 'url(#sky)') +
    path(
      'M262 420Q420 360 560 400T938 380V470H262z',
      mix(brush.paint('#5f8a6a'), brush.light.sky[2], 0.3),
    ) +
    (isDark ? nightCity(brush) : '') +
    repeat(6, (k) => rect(258 + k * 135.2, 134, 9, 338, room.frame)) +
    [134, 244].map((y) => rect(258, y, 686, 8, room.frame)).join('') +
    path('M300 520H900L1010 650H190z', room.rug[0], 0.85) +
    path('M330 530H870L960 638H240z', room.rug[1], 0.8) +
    sofa(330, room.seats[0]) +
    sofa(640, room.seats[1]) +
    ellipse(600, 596, 92, 18, darker(room.wood, 0.35)) +
    ellipse(600, 590, 92, 17, lighter(room.wood, 0.2)) +
    [420, 600, 780].map((x) => pendant(x, isDark)).join('') +
    plant(room.leaf, 250, 560) +
    plant(room.leaf, 1010, 590)
  )
}

const walls = ({ wall, ceiling, wood, paneling }: Interior) =>
  rect(0, 0, 1200, 675, wall) +
  path('M0 0H1200L980 110H220z', ceiling) +
  path('M0 0L220 110V470L0 675z', darker(wall, 0.12)) +
  path('M0 675L220 470H980L1200 675z', wood) +
  repeat(13, (k) => line([220 + k * 63.3, 470], [k * 100, 675], darker(wood, 0.14), 2)) +
  path('M980 110L1200 0V675L980 470z', paneling) +
  repeat(9, (k) =>
    line([980 + k * 25, 110 - k * 12.5], [980 + k * 25, 470 + k * 23], darker(paneling, 0.16), 3),
  )

/** Towers behind the windows of a room. */
const nightCity = (brush: Brush) =>
  [300, 400, 520, 690, 800]
    .map((x, index) => {
      const tower = quad(x, 250 + (index % 3) * 46, 84, 220 - (index % 3) * 46)
      const rooms = panes(brush, tower, { columns: 5, rows: 9, litShare: 0.35 })
      return polygon(tower, '#14242f') + rooms
    })
    .join('')

function sofa(x: number, cloth: string): string {
  return (
    ellipse(x + 115, 562, 128, 10, '#1b1512', 0.3) +
    path(`M${x} 470q0 -22 22 -22h186q22 0 22 22v62h-230z`, darker(cloth, 0.12)) +
    path(`M${x + 20} 502h92v30h-92zM${x + 118} 502h92v30h-92z`, lighter(cloth, 0.12)) +
    path(
      `M${x - 14} 496q0 -14 16 -14t18 14v62h-34zM${x + 210} 496q0 -14 16 -14t18 14v62h-34z`,
      cloth,
    ) +
    rect(x + 6, 530, 218, 26, cloth)
  )
}

const pendant = (x: number, isDark: boolean) =>
  line([x, 70], [x, 176], '#332b25', 2.5) +
  (isDark ? circle(x, 196, 92, 'url(#lamp)') : '') +
  path(`M${x - 26} 200q4 -26 26 -26t26 26z`, '#2f6062') +
  ellipse(x, 201, 24, 5, '#fff0c0')

function plant(leaf: string, x: number, y: number): string {
  return (
    repeat(7, (k) => {
      const lean = (k - 3) * 20
      return `<path d="M${x} ${y - 40}Q${x + lean * 0.4} ${y - 110} ${x + lean} ${y - 128 + Math.abs(lean) * 0.5}" stroke="${k % 2 ? leaf : darker(leaf, 0.15)}" stroke-width="11" stroke-linecap="round" fill="none"/>`
    }) + path(`M${x - 24} ${y - 46}h48l-7 48h-34z`, '#c9b595')
  )
}
