/** Drawn pictures of properties: a kind of building in a light; the same seed gives the same picture. */
import { apartments, podium } from './apartments.ts'
import { fourplex, house, townhomes } from './homes.ts'
import { construction, solarField, storage, warehouse } from './industry.ts'
import { makeBrush, type Brush, type Lighting } from './light.ts'
import { brickRow, hotelBlock, inn, shoppingCenter } from './main-street.ts'
import { sceneHeight, sceneWidth } from './shapes.ts'
import { lobby, sitePlan } from './views.ts'
import { clinic, lab, office } from './workplaces.ts'

const scenes = {
  apartments,
  brickRow,
  clinic,
  construction,
  fourplex,
  hotelBlock,
  house,
  inn,
  lab,
  lobby,
  office,
  podium,
  shoppingCenter,
  sitePlan,
  solarField,
  storage,
  townhomes,
  warehouse,
} as const satisfies Record<string, (brush: Brush) => string>
export type SceneKind = keyof typeof scenes

/** The scene as SVG text, 1200 by 675. */
export function drawScene(kind: SceneKind, lighting: Lighting, seed: number): string {
  const brush = makeBrush(lighting, seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sceneWidth}" height="${sceneHeight}" viewBox="0 0 ${sceneWidth} ${sceneHeight}">${gradients(brush)}${scenes[kind](brush)}</svg>`
}

const stop = (offset: number, color: string, opacity = 1) =>
  `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`
const down = (id: string, stops: string) =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`
const aslant = (id: string, stops: string) =>
  `<linearGradient id="${id}" x2="1" y2="1">${stops}</linearGradient>`
const round = (id: string, stops: string) => `<radialGradient id="${id}">${stops}</radialGradient>`

function gradients({ light }: Brush): string {
  const [zenith, middle, horizon] = light.sky
  const sun = light.sun?.color ?? '#ffffff'
  return `<defs>${[
    down('sky', stop(0, zenith) + stop(0.55, middle) + stop(0.86, horizon)),
    down('glass', stop(0, light.glass[0]) + stop(1, light.glass[1])),
    // Walls are a little darker at the bottom, and the ground is darker near the viewer.
    down('fall', stop(0, '#ffffff', 0.07) + stop(1, '#101c22', 0.16)),
    down('ground', stop(0, '#ffffff', 0.08) + stop(1, '#0c1418', 0.24)),
    aslant(
      'sheen',
      stop(0, '#ffffff', 0.34) + stop(0.5, '#ffffff', 0.02) + stop(1, '#000000', 0.12),
    ),
    round('glow', stop(0, sun, 0.7) + stop(1, sun, 0)),
    round('lamp', stop(0, '#ffdf9a', 0.55) + stop(1, '#ffdf9a', 0)),
  ].join('')}</defs>`
}
