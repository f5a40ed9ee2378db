/** What surrounds a building: sky, distance, street, trees and cars. */
import { darker, lighter, mix, type Brush } from './light.ts'
import {
  circle,
  ellipse,
  groundY,
  line,
  path,
  polygon,
  rect,
  repeat,
  sceneHeight,
  sceneWidth,
} from './shapes.ts'

export function sky(brush: Brush): string {
  const { sun, clouds } = brush.light
  const glow = sun
    ? circle(sun.x, sun.y, sun.radius * 4, 'url(#glow)') +
      circle(sun.x, sun.y, sun.radius, sun.color, 0.9)
    : ''
  return (
    rect(0, 0, sceneWidth, sceneHeight, 'url(#sky)') +
    glow +
    repeat(clouds.count, () => cloud(brush))
  )
}

function cloud({ random, light }: Brush): string {
  const [x, y, size] = [random() * 1240 - 20, 40 + random() * 200, 0.6 + random() * 0.9]
  const puff = (dx: number, dy: number, rx: number, ry: number) =>
    ellipse(x + dx * size, y + dy * size, rx * size, ry * size, light.clouds.color)
  return `<g opacity="${light.clouds.count > 6 ? 0.5 : 0.42}">${puff(0, 0, 74, 13)}${puff(-26, -9, 34, 15)}${puff(18, -13, 40, 18)}${puff(58, -3, 30, 11)}</g>`
}

export function hills(brush: Brush, color = '#5f8a86'): string {
  const far = mix(brush.paint(color), brush.light.sky[2], 0.55)
  const near = mix(brush.paint(color), brush.light.sky[2], 0.28)
  return (
    path('M0 470Q180 390 390 440T760 410T1200 450V600H0z', far) +
    path('M0 510Q260 450 520 490T980 470T1200 500V600H0z', near)
  )
}

export function mountains(brush: Brush): string {
  const color = mix(brush.paint('#5c7488'), brush.light.sky[2], 0.35)
  const snow = mix('#ffffff', brush.light.sky[1], 0.3)
  return (
    path(
      'M0 480L140 380L230 430L380 300L520 420L640 350L800 460L930 370L1080 450L1200 390V600H0z',
      color,
    ) +
    path(
      'M380 300L346 327L372 338L392 326L420 340L424 338zM640 350L612 366L640 374L668 374z',
      snow,
      0.8,
    )
  )
}

export function skyline(brush: Brush, color = '#4d6a78'): string {
  const layer = (share: number, tallest: number) => {
    let d = `M0 ${groundY}`
    for (let x = 0; x < sceneWidth;) {
      const width = 34 + Math.round(brush.random() * 70)
      d += `V${groundY - 50 - Math.round(brush.random() * tallest)}h${width}`
      x += width
    }
    return path(`${d}V${groundY}z`, mix(brush.paint(color), brush.light.sky[2], share))
  }
  return layer(0.66, 190) + layer(0.42, 120)
}

export function treeline(brush: Brush, y = 545): string {
  const color = mix(brush.paint('#4f7d5e'), brush.light.sky[2], 0.2)
  const ground = rect(0, y, sceneWidth, groundY - y, color)
  return (
    ground +
    repeat(34, (index) =>
      circle(
        index * 37 + brush.random() * 20,
        y - brush.random() * 14,
        26 + brush.random() * 20,
        color,
      ),
    )
  )
}

/** Sidewalk, curb and a road with a center line. */
export function street(brush: Brush, sidewalk = '#c9c1b2'): string {
  const road = brush.paint('#5f6668')
  return (
    rect(0, groundY, sceneWidth, 26, brush.paint(sidewalk)) +
    rect(0, groundY + 24, sceneWidth, 5, darker(brush.paint(sidewalk), 0.25)) +
    rect(0, groundY + 29, sceneWidth, 90, road) +
    rect(0, groundY + 29, sceneWidth, 90, 'url(#ground)') +
    line([0, 634], [sceneWidth, 634], mix(road, '#fff3cf', 0.62), 4, '52 40')
  )
}

/** A lawn with a drive in front of it. */
export function lawn(brush: Brush, color = '#7fa467'): string {
  const grass = brush.paint(color)
  return (
    rect(0, groundY - 8, sceneWidth, 130, grass) +
    repeat(46, () =>
      ellipse(
        brush.random() * sceneWidth,
        groundY + 6 + brush.random() * 60,
        22 + brush.random() * 40,
        2.5,
        lighter(grass, 0.12),
        0.5,
      ),
    ) +
    rect(0, 634, sceneWidth, 41, brush.paint('#8f9291')) +
    rect(0, 630, sceneWidth, 5, brush.paint('#d3cdc0'))
  )
}

/** An asphalt yard with painted stalls. */
export function parkingLot(brush: Brush, cars: number): string {
  const asphalt = brush.paint('#747a7b')
  const colors = ['#b8443a', '#e7e5df', '#3b5568', '#9aa3a6', '#2d3033', '#d8c9a4', '#4f7f86']
  const slot = Math.floor(sceneWidth / 16)
  return (
    rect(0, groundY, sceneWidth, 115, asphalt) +
    rect(0, groundY, sceneWidth, 115, 'url(#ground)') +
    rect(0, groundY, sceneWidth, 7, brush.paint('#cfc8ba')) +
    repeat(17, (index) =>
      line([index * slot, 588], [index * slot - 16, 634], mix(asphalt, '#ffffff', 0.55), 3),
    ) +
    repeat(16, (index) =>
      brush.random() < cars / 16
        ? car(
            brush,
            index * slot + 34,
            622,
            colors[Math.floor(brush.random() * colors.length)] ?? '#9aa3a6',
            0.68,
          )
        : '',
    )
  )
}

export function tree(brush: Brush, x: number, y: number, scale = 1, color = '#4f8457'): string {
  const leaf = brush.paint(color)
  const at = (dx: number, dy: number, radius: number, fill: string, opacity?: number) =>
    circle(x + dx * scale, y + dy * scale, radius * scale, fill, opacity)
  return (
    ellipse(x + 14 * scale, y + 2, 40 * scale, 6 * scale, '#10201c', 0.22) +
    rect(x - 3 * scale, y - 44 * scale, 6 * scale, 44 * scale, brush.paint('#5a4636')) +
    at(-18, -58, 24, darker(leaf, 0.14)) +
    at(20, -56, 23, darker(leaf, 0.2)) +
    at(0, -76, 30, leaf) +
    at(-8, -84, 16, lighter(leaf, 0.14), 0.7)
  )
}

export function conifer(brush: Brush, x: number, y: number, scale = 1): string {
  const leaf = brush.paint('#355f50')
  const tier = (top: number, foot: number, half: number) =>
    polygon(
      [
        [x, y - top * scale],
        [x + half * scale, y - foot * scale],
        [x - half * scale, y - foot * scale],
      ],
      leaf,
    ) +
    polygon(
      [
        [x, y - top * scale],
        [x + half * scale, y - foot * scale],
        [x, y - foot * scale],
      ],
      darker(leaf, 0.18),
    )
  return (
    ellipse(x + 8 * scale, y + 2, 30 * scale, 5 * scale, '#10201c', 0.22) +
    rect(x - 3 * scale, y - 20 * scale, 6 * scale, 20 * scale, brush.paint('#4d3b2e')) +
    tier(80, 14, 34) +
    tier(112, 50, 27) +
    tier(140, 86, 19)
  )
}

export function palm(brush: Brush, x: number, y: number, scale = 1): string {
  const leaf = brush.paint('#4d8a63')
  const top = y - 128 * scale
  const frond = (dx: number, dy: number, sag: number) =>
    `<path d="M${x + 8 * scale} ${top}Q${x + dx * 0.5 * scale} ${top + (dy - sag) * scale} ${x + dx * scale} ${top + dy * scale}" stroke="${leaf}" stroke-width="${8 * scale}" stroke-linecap="round" fill="none"/>`
  return (
    ellipse(x + 10 * scale, y + 2, 26 * scale, 4 * scale, '#10201c', 0.2) +
    `<path d="M${x} ${y}Q${x - 6 * scale} ${y - 70 * scale} ${x + 8 * scale} ${top}" stroke="${brush.paint('#8a7257')}" stroke-width="${8 * scale}" fill="none"/>` +
    frond(-58, 18, 34) +
    frond(-40, 44, 26) +
    frond(66, 16, 34) +
    frond(52, 44, 28) +
    frond(-14, -34, 8) +
    frond(34, -26, 10)
  )
}

export function shrubs(
  brush: Brush,
  from: number,
  to: number,
  y = groundY,
  color = '#557f55',
): string {
  const leaf = brush.paint(color)
  return repeat(Math.floor((to - from) / 26), (index) =>
    circle(
      from + 13 + index * 26,
      y - 6,
      13 + brush.random() * 5,
      index % 2 ? leaf : darker(leaf, 0.12),
    ),
  )
}

export function car(brush: Brush, x: number, y: number, color: string, scale = 1): string {
  const body = brush.paint(color)
  const s = (value: number) => value * scale
  return (
    ellipse(x, y + s(2), s(62), s(5), '#0c1414', 0.35) +
    path(
      `M${x - s(60)} ${y - s(6)}q0 -${s(17)} ${s(16)} -${s(19)}q${s(14)} -${s(19)} ${s(32)} -${s(19)}h${s(22)}q${s(17)} 0 ${s(30)} ${s(19)}q${s(19)} ${s(2)} ${s(19)} ${s(13)}v${s(6)}z`,
      body,
    ) +
    path(
      `M${x - s(36)} ${y - s(25)}q${s(11)} -${s(14)} ${s(24)} -${s(14)}h${s(8)}v${s(14)}zM${x + s(1)} ${y - s(39)}h${s(10)}q${s(12)} 0 ${s(21)} ${s(14)}h-${s(31)}z`,
      mix(brush.light.glass[1], '#ffffff', 0.15),
    ) +
    [-34, 32]
      .map(
        (dx) =>
          circle(x + s(dx), y - s(5), s(11), '#1d2326') +
          circle(x + s(dx), y - s(5), s(5), '#9aa3a6'),
      )
      .join('') +
    (brush.lighting === 'dusk' ? circle(x + s(57), y - s(14), s(4), '#fff1c4') : '')
  )
}

export function lamp(brush: Brush, x: number, y = groundY + 10): string {
  const pole = brush.paint('#2f3b40')
  const glow = brush.lighting === 'dusk' ? circle(x, y - 128, 46, 'url(#lamp)') : ''
  return (
    rect(x - 2.5, y - 124, 5, 124, pole) +
    rect(x - 5, y - 8, 10, 8, pole) +
    glow +
    circle(x, y - 128, 8, brush.lighting === 'dusk' ? '#fff0c0' : '#f3efe2')
  )
}

/** A passer-by, for scale. */
export function walker(brush: Brush, x: number, color: string, y = groundY + 18): string {
  return (
    ellipse(x + 5, y, 13, 3, '#0c1414', 0.3) +
    path(`M${x - 5} ${y - 24}h10l3 24h-5l-3 -16l-3 16h-5z`, brush.paint('#2f3a44')) +
    path(`M${x - 7} ${y - 45}q7 -5 14 0l1 23h-16z`, brush.paint(color)) +
    circle(x, y - 53, 6, brush.paint('#b98a6a'))
  )
}
