/** Times of day: one light for everything in a scene. */

export type Lighting = 'morning' | 'noon' | 'golden' | 'dusk' | 'overcast'

export interface Light {
  /** From the zenith to the horizon. */
  sky: readonly [string, string, string]
  sun: { x: number; y: number; radius: number; color: string } | null
  /** The color mixed into every material, and how much of it, 0 to 1. */
  ambient: string
  ambientShare: number
  /** The color of glass from the top of a facade to its bottom: it reflects the sky. */
  glass: readonly [string, string]
  litColor: string
  /** The fraction of windows with lights on, 0 to 1. */
  litShare: number
  clouds: { color: string; count: number }
  /** How dark the side facing away from the sun is, 0 to 1. */
  shadow: number
}

const lights: Record<Lighting, Light> = {
  morning: {
    sky: ['#7fb2cf', '#bfdbe3', '#f8e9d2'],
    sun: { x: 190, y: 400, radius: 60, color: '#fff3d8' },
    ambient: '#ffe9cc',
    ambientShare: 0.1,
    glass: ['#a9cddd', '#4f7482'],
    litColor: '#ffe9b0',
    litShare: 0.1,
    clouds: { color: '#ffffff', count: 4 },
    shadow: 0.2,
  },
  noon: {
    sky: ['#4e97c6', '#9fcbe0', '#dceff0'],
    sun: null,
    ambient: '#ffffff',
    ambientShare: 0.03,
    glass: ['#8fc0d8', '#3f6678'],
    litColor: '#f6e7bd',
    litShare: 0.06,
    clouds: { color: '#ffffff', count: 6 },
    shadow: 0.24,
  },
  golden: {
    sky: ['#6f9fb4', '#f0c999', '#fbe3bd'],
    sun: { x: 985, y: 395, radius: 72, color: '#fff0cf' },
    ambient: '#f2a65a',
    ambientShare: 0.2,
    glass: ['#d9b98a', '#5c5f63'],
    litColor: '#ffdf94',
    litShare: 0.22,
    clouds: { color: '#ffeeda', count: 4 },
    shadow: 0.28,
  },
  dusk: {
    sky: ['#13293b', '#456b80', '#e5b48b'],
    sun: { x: 960, y: 430, radius: 58, color: '#f7cf9d' },
    ambient: '#17304a',
    ambientShare: 0.5,
    glass: ['#37596c', '#182c3a'],
    litColor: '#ffd27a',
    litShare: 0.55,
    clouds: { color: '#8b8f9e', count: 3 },
    shadow: 0.34,
  },
  overcast: {
    sky: ['#9fb2bb', '#c6d2d6', '#e7ebe9'],
    sun: null,
    ambient: '#a9b7bd',
    ambientShare: 0.22,
    glass: ['#b9cad0', '#5b717b'],
    litColor: '#fbe7b5',
    litShare: 0.2,
    clouds: { color: '#eef2f2', count: 8 },
    shadow: 0.14,
  },
}

/** What a scene is drawn with: its light, its random numbers, and material colors in that light. */
export interface Brush {
  lighting: Lighting
  light: Light
  /** From 0 to 1; the same sequence for the same seed. */
  random: () => number
  paint: (color: string) => string
}

export function makeBrush(lighting: Lighting, seed: number): Brush {
  const light = lights[lighting]
  return {
    lighting,
    light,
    random: randomFrom(seed),
    paint: (color) => mix(color, light.ambient, light.ambientShare),
  }
}

/** A color between two, both "#rrggbb"; share 0 is the first, 1 the second. */
export function mix(color: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [color, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16))
    return Math.round((a ?? 0) * (1 - share) + (b ?? 0) * share)
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

export const darker = (color: string, share: number) => mix(color, '#000000', share)
export const lighter = (color: string, share: number) => mix(color, '#ffffff', share)

/** A linear congruential generator: random enough for windows and trees, and the same on every machine. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
