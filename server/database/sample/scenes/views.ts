/** Views that are no street fronts: a site plan from above, and a lobby. */
import { darker, lighter, mix, type Brush } from './light.ts'
import { circle, ellipse, line, panes, path, polygon, quad, rect, repeat } from './shapes.ts'

/** A plan as an architect draws it: roads, roofs, stalls and trees with their shadows. */
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
  polygon(
    [
      [1136, 586],
      [1148, 634],
      [1136, 624],
      [1124, 634],
    ],
    brush.paint('#2f6062'),
  )

/** A lounge with tall windows, seats and plants. */
export function lobby(brush: Brush): string {
  const { light, paint } = brush
  const isDark = brush.lighting === 'dusk'
  const wall = isDark ? '#6d5a48' : paint('#ece3d3')
  const leaf = isDark ? '#3f6b4a' : paint('#4f8457')
  const wood = isDark ? '#4f3826' : paint('#b98f62')
  return (
    rect(0, 0, 1200, 675, wall) +
    polygon(
      [
        [0, 0],
        [1200, 0],
        [980, 110],
        [220, 110],
      ],
      isDark ? '#57483b' : lighter(wall, 0.4),
    ) +
    polygon(
      [
        [0, 0],
        [220, 110],
        [220, 470],
        [0, 675],
      ],
      darker(wall, isDark ? 0.2 : 0.1),
    ) +
    polygon(
      [
        [0, 675],
        [220, 470],
        [980, 470],
        [1200, 675],
      ],
      wood,
    ) +
    repeat(13, (k) => line([220 + k * 63.3, 470], [k * 100, 675], darker(wood, 0.14), 2)) +
    rect(262, 138, 676, 332, 'url(#sky)') +
    path('M262 420Q420 360 560 400T938 380V470H262z', mix(paint('#5f8a6a'), light.sky[2], 0.3)) +
    (isDark
      ? panes(brush, quad(300, 300, 300, 150), { columns: 12, rows: 6, litShare: 0.5 })
      : '') +
    repeat(6, (k) => rect(258 + k * 135.2, 134, 9, 338, isDark ? '#2a2420' : paint('#4a4a46'))) +
    rect(258, 134, 686, 9, isDark ? '#2a2420' : paint('#4a4a46')) +
    rect(258, 244, 686, 6, isDark ? '#2a2420' : paint('#4a4a46')) +
    polygon(
      [
        [980, 110],
        [1200, 0],
        [1200, 675],
        [980, 470],
      ],
      isDark ? '#7d4f35' : paint('#a9714c'),
    ) +
    repeat(9, (k) =>
      line(
        [980 + k * 25, 110 - k * 12.5],
        [980 + k * 25, 470 + k * 23],
        isDark ? '#66402b' : paint('#91603f'),
        3,
      ),
    ) +
    polygon(
      [
        [300, 520],
        [900, 520],
        [1010, 650],
        [190, 650],
      ],
      isDark ? '#35535a' : paint('#7fa0a0'),
      0.85,
    ) +
    polygon(
      [
        [330, 530],
        [870, 530],
        [960, 638],
        [240, 638],
      ],
      isDark ? '#2d474d' : paint('#92b0ad'),
      0.8,
    ) +
    sofa(330, isDark ? '#a08562' : paint('#c9a877')) +
    sofa(640, isDark ? '#4a6f72' : paint('#5c8384')) +
    ellipse(600, 596, 92, 18, darker(wood, 0.35)) +
    ellipse(600, 590, 92, 17, lighter(wood, 0.2)) +
    [420, 600, 780].map((x) => pendant(x, isDark)).join('') +
    plant(leaf, 250, 560) +
    plant(leaf, 1010, 590)
  )
}

/** Towers behind the windows of a room. */
const nightCity = (brush: Brush) =>
  [300, 400, 520, 690, 800]
    .map((x, index) => {
      const tower = quad(x, 250 + (index % 3) * 46, 84, 220 - (index % 3) * 46)
      return polygon(tower, '#14242f') + panes(brush, tower, { columns: 5, rows: 9, litShare: 0.35 })
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
