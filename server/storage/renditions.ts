import { renditionWidths } from '#domain/documents/renditions.ts'

/** Where the smaller copies of a photo are kept, whether they were made or not. */
export const renditionPaths = (path: string): string[] =>
  renditionWidths.map((width) => renditionPath(path, width))

/** The width is in pixels. */
export const renditionPath = (path: string, width: number) => `renditions/${path}/${width}.webp`
