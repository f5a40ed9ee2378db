import type { Photo } from '#contract/documents/shapes.ts'

export const photoName = (photo: Photo) => photo.caption || photo.filename
