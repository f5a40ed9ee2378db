/** Widths in pixels of a photo's smaller renditions; a requested width is rounded up to one of them. */
export const renditionWidths = [320, 480, 960, 1600] as const
