import type { Photo } from '#contract/documents/shapes.ts'

/** A photo's name in texts. */
export const photoName = (photo: Photo) => photo.caption || photo.filename
