/** Widths in pixels of the smaller renditions of a photo; a wish is rounded up to one of them. */
export const renditionWidths = [320, 480, 960, 1600] as const
