/** A file in a batch upload, and the checks that are made before it is sent. */
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

export type BatchKind = DocumentGroup | 'photo'

export const batchKindNames: Record<BatchKind, string> = { ...documentGroupNames, photo: 'Photo' }

export type ItemState =
  | Refused
  | { is: 'waiting' }
  /** `part` is the fraction already sent, from 0 to 1. */
  | { is: 'sending'; part: number }
  | { is: 'failed'; why: string }
  | { is: 'uploaded'; fileUrl: string; why: string | null }

/** A permanent failure. A retry can't succeed. */
interface Refused {
  is: 'refused'
  why: string
}

interface ChosenFile {
  key: number
  file: File
  name: string
}

export type SendableItem = ChosenFile & { state: ItemState } & (
    | { kind: DocumentGroup; type: DocumentType }
    | { kind: 'photo'; type: PhotoType }
  )

type UnsendableItem = ChosenFile & { kind: DocumentGroup; type: null; state: Refused }

export type BatchItem = SendableItem | UnsendableItem

export const uploadKindOf = (kind: BatchKind): UploadKind =>
  kind === 'photo' ? 'photo' : 'document'

const isPhotoType = (type: DocumentType | null): type is PhotoType =>
  type !== null && (photoTypes as readonly DocumentType[]).includes(type)

export const kindsOf = (type: DocumentType | null): BatchKind[] =>
  (Object.keys(batchKindNames) as BatchKind[]).filter(
    (kind) => kind !== 'photo' || isPhotoType(type),
  )

/** Treats images as photos by default, and guesses a document's group from its name. */
export function newItem(key: number, file: File, loanTitle: string): BatchItem {
  const type = typeOfFile(file.name, file.type)
  const group = guessGroup(nameBesideLoan(file.name, loanTitle))
  const chosen = { key, file, name: file.name.slice(-textLimits.filename), kind: group }
  if (type === null)
    return { ...chosen, type, state: { is: 'refused', why: "This type of file isn't accepted" } }
  return withKind(
    { ...chosen, type, state: { is: 'waiting' } },
    isPhotoType(type) ? 'photo' : group,
  )
}

/**
 * Changes the item's kind. A file uploaded as a document can't be saved as a photo, or vice versa, so it is uploaded
 * again.
 */
export function withKind(item: BatchItem, kind: BatchKind): BatchItem {
  if (item.type === null) return item
  const state = stateAs(item, kind)
  if (kind !== 'photo') return { ...item, kind, state }
  return isPhotoType(item.type) ? { ...item, kind, type: item.type, state } : item
}

function stateAs({ file, kind: before, state }: SendableItem, kind: BatchKind): ItemState {
  const upload = uploadKindOf(kind)
  if (file.size === 0) return { is: 'refused', why: fileRefusal.empty }
  if (file.size > uploadLimits[upload].maxBytes)
    return { is: 'refused', why: fileRefusal.tooLarge(upload) }
  return upload === uploadKindOf(before) && state.is !== 'refused' ? state : { is: 'waiting' }
}
