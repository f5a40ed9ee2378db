import { renditionWidths } from '#domain/documents/renditions.ts'

export const renditionPaths = (path: string): string[] =>
  renditionWidths.map((width) => renditionPath(path, width))

export const renditionPath = (path: string, width: number) => `renditions/${path}/${width}.webp`
