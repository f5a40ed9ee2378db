/** SVG shapes as text. A scene is 1200 wide and 675 high; the ground line of buildings is at 560. */
import { darker, type Brush } from './light.ts'

export const sceneWidth = 1200
export const sceneHeight = 675
export const groundY = 560

export type Point = readonly [x: number, y: number]
/** Top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point]

const number = (value: number) => String(Math.round(value * 10) / 10)
const opacityOf = (opacity?: number) => (opacity === undefined ? '' : ` opacity="${opacity}"`)

export const path = (d: string, fill: string, opacity?: number) =>
  `<path d="${d}" fill="${fill}"${opacityOf(opacity)}/>`

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  opacity?: number,
) =>
  path(
    `M${number(x)} ${number(y)}h${number(width)}v${number(height)}h${number(-width)}z`,
    fill,
    opacity,
  )

const outline = (points: readonly Point[]) =>
  `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}z`

export const polygon = (points: readonly Point[], fill: string) => path(outline(points), fill)

export const circle = (x: number, y: number, radius: number, fill: string, opacity?: number) =>
  `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" fill="${fill}"${opacityOf(opacity)}/>`

export const ellipse = (
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  fill: string,
  opacity?: number,
) =>
  `<ellipse cx="${number(x)}" cy="${number(y)}" rx="${number(radiusX)}" ry="${number(radiusY)}" fill="${fill}"${opacityOf(opacity)}/>`

export const line = (from: Point, to: Point, stroke: string, width: number, dashes?: string) =>
  `<path d="M${number(from[0])} ${number(from[1])}L${number(to[0])} ${number(to[1])}" stroke="${stroke}" stroke-width="${width}"${dashes ? ` stroke-dasharray="${dashes}"` : ''} fill="none"/>`

export const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

export const quad = (x: number, y: number, width: number, height: number): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

/** The point at u across and v down a quad, both 0 to 1. */
function within([tl, tr, br, bl]: Quad, u: number, v: number): Point {
  const along = (axis: 0 | 1) =>
    (tl[axis] * (1 - u) + tr[axis] * u) * (1 - v) + (bl[axis] * (1 - u) + br[axis] * u) * v
  return [along(0), along(1)]
}

export const part = (face: Quad, u1: number, v1: number, u2: number, v2: number): Quad => [
  within(face, u1, v1),
  within(face, u2, v1),
  within(face, u2, v2),
  within(face, u1, v2),
]

interface Panes {
  columns: number
  rows: number
  /** The fraction of its cell that a window fills, 0 to 1. */
  fillX?: number
  fillY?: number
  /** Overrides the light's own fraction. */
  litShare?: number
  /** Drawn around each window. */
  frame?: string
}

/** A grid of windows on a face, some of them lit. */
export function panes(brush: Brush, face: Quad, grid: Panes): string {
  const { columns, rows, fillX = 0.56, fillY = 0.58, litShare = brush.light.litShare, frame } = grid
  let lit = ''
  let dark = ''
  let frames = ''
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const u = (column + (1 - fillX) / 2) / columns
      const v = (row + (1 - fillY) / 2) / rows
      const [right, below] = [u + fillX / columns, v + fillY / rows]
      const pane = outline(part(face, u, v, right, below))
      if (brush.random() < litShare) lit += pane
      else dark += pane
      if (frame) {
        const [edgeX, edgeY] = [0.08 / columns, 0.07 / rows]
        frames += outline(part(face, u - edgeX, v - edgeY, right + edgeX, below + edgeY))
      }
    }
  return (
    (frame ? path(frames, frame) : '') +
    (dark ? path(dark, 'url(#glass)') : '') +
    (lit ? path(lit, brush.light.litColor, 0.94) : '')
  )
}

export interface Block {
  front: Quad
  side: Quad
  svg: string
}

/** A box seen from the left of its right corner: a front, and a side that recedes to the right. */
export function block(
  brush: Brush,
  box: { x: number; y: number; width: number; depth: number; drop?: number; base?: number },
  color: string,
): Block {
  const { x, y, width, depth, drop = depth * 0.3, base = groundY } = box
  const front = quad(x, y, width, base - y)
  const right = x + width
  const side: Quad = [
    [right, y],
    [right + depth, y + drop],
    [right + depth, base - depth * 0.06],
    [right, base],
  ]
  const tone = brush.paint(color)
  return {
    front,
    side,
    svg:
      polygon(front, tone) +
      polygon(front, 'url(#fall)') +
      (depth > 0 ? polygon(side, darker(tone, brush.light.shadow + 0.06)) : ''),
  }
}

/** Horizontal bands across a face at the given heights, 0 to 1. */
export const bands = (face: Quad, heights: readonly number[], thickness: number, fill: string) =>
  path(heights.map((v) => outline(part(face, 0, v, 1, v + thickness))).join(''), fill)
