/** The available widths in pixels. A requested width is rounded up to one of them. */
export const renditionWidths = [320, 480, 720, 960, 1600] as const

/** Attributes of an `<img>` that let the browser choose a rendition. `sizes` is the displayed width, as in HTML. */
export function renditionsOf(path: string, sizes: string) {
  const at = (width: number) => `${path}${path.includes('?') ? '&' : '?'}w=${width}`
  return {
    src: at(usualWidth),
    srcSet: renditionWidths.map((width) => `${at(width)} ${width}w`).join(', '),
    sizes,
  }
}

const usualWidth = 480

/**
 * The display width of a loan card's picture: up to three cards side by side or, on a phone, one between the page
 * margins.
 */
export const cardPictureSizes =
  '(min-width: 80rem) 22rem, (min-width: 48rem) 45vw, calc(100vw - 2rem)'

/** The display width of the picture next to a loan's figures. On a phone, the picture is small. */
export const loanPictureSizes = '(min-width: 40rem) 20rem, 7rem'

export const renditionPaths = (path: string): string[] =>
  renditionWidths.map((width) => renditionPath(path, width))

export const renditionPath = (path: string, width: number) => `renditions/${path}/${width}.webp`
