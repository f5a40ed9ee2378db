/** Widths in pixels of a photo's smaller renditions; a requested width is rounded up to one of them. */
export const renditionWidths = [320, 480, 720, 960, 1600] as const

/**
 * An image of our own store with its available widths, so that a browser loads no more than it shows.
 * `sizes` is the displayed width, as for any `<img>`.
 */
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
 * The displayed width of a loan card's picture: one to three cards are side by side; on a phone, one between the
 * margins of the page.
 */
export const cardPictureSizes =
  '(min-width: 80rem) 22rem, (min-width: 48rem) 45vw, calc(100vw - 2rem)'

/** The displayed width of the picture beside a loan's figures, which is small on a phone. */
export const loanPictureSizes = '(min-width: 40rem) 20rem, 7rem'
