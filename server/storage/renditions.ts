import { renditionWidths } from '#domain/documents/renditions.ts'

/** The paths of a photo's possible smaller copies, whether or not they exist. */
export const renditionPaths = (path: string): string[] =>
  renditionWidths.map((width) => renditionPath(path, width))

/** The width is in pixels. */
export const renditionPath = (path: string, width: number) => `renditions/${path}/${width}.webp`
