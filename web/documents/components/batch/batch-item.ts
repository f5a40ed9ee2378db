/** A file of several that are uploaded together, and what can be said of it before it is sent. */
import {
  fileRefusal,
  photoTypes,
  typeOfFile,
  uploadLimits,
  type DocumentType,
  type PhotoType,
  type UploadKind,
} from '#domain/documents/files.ts'
import { documentGroupNames, guessGroup, type DocumentGroup } from '#domain/documents/groups.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { textLimits } from '#domain/texts.ts'

/** What it will be: a document of a group, or a photo. */
export type BatchKind = DocumentGroup | 'photo'

export const batchKindNames: Record<BatchKind, string> = { ...documentGroupNames, photo: 'Photo' }

export type ItemState =
  /** It can't be uploaded, however often it is tried. */
  | { is: 'refused'; why: string }
  | { is: 'waiting' }
  /** `part` of it is sent, from 0 to 1. */
  | { is: 'sending'; part: number }
  | { is: 'failed'; why: string }
  /** `why` it could not be saved, if that was tried. */
  | { is: 'uploaded'; fileUrl: string; why: string | null }

export interface BatchItem {
  key: number
  file: File
  /** The name to save it under. */
  name: string
  kind: BatchKind
  /** Null for a file of another type. */
  type: DocumentType | null
  state: ItemState
}

export const uploadKindOf = (kind: BatchKind): UploadKind =>
  kind === 'photo' ? 'photo' : 'document'

const isPhotoType = (type: DocumentType | null): type is PhotoType =>
  type !== null && (photoTypes as readonly DocumentType[]).includes(type)

/** What a type can be. */
export const kindsOf = (type: DocumentType | null): BatchKind[] =>
  (Object.keys(batchKindNames) as BatchKind[]).filter(
    (kind) => kind !== 'photo' || isPhotoType(type),
  )

/** A file as it was chosen: a picture is taken for a photo, and a document's group is guessed from its name. */
export function newItem(key: number, file: File, loanTitle: string): BatchItem {
  const type = typeOfFile(file.name, file.type)
  const kind = isPhotoType(type) ? 'photo' : guessGroup(nameBesideLoan(file.name, loanTitle))
  const name = file.name.slice(-textLimits.filename)
  return withKind({ key, file, name, kind, type, state: { is: 'waiting' } }, kind)
}

/** The item as something else: what was uploaded for one kind of upload can't be saved as the other. */
export function withKind(item: BatchItem, kind: BatchKind): BatchItem {
  const isSameUpload = uploadKindOf(kind) === uploadKindOf(item.kind)
  const why = refusalOf(item, kind)
  const state: ItemState = why
    ? { is: 'refused', why }
    : isSameUpload && item.state.is !== 'refused'
      ? item.state
      : { is: 'waiting' }
  return { ...item, kind, state }
}

function refusalOf({ file, type }: BatchItem, kind: BatchKind): string | null {
  const upload = uploadKindOf(kind)
  if (type === null) return "This type of file isn't accepted"
  if (file.size === 0) return fileRefusal.empty
  return file.size > uploadLimits[upload].maxBytes ? fileRefusal.tooLarge(upload) : null
}
