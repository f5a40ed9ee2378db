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
  | Refused
  | { is: 'waiting' }
  /** `part` of it is sent, from 0 to 1. */
  | { is: 'sending'; part: number }
  | { is: 'failed'; why: string }
  /** `why` it could not be saved, if that was tried. */
  | { is: 'uploaded'; fileUrl: string; why: string | null }

/** It can't be uploaded, however often it is tried. */
interface Refused {
  is: 'refused'
  why: string
}

interface ChosenFile {
  key: number
  file: File
  /** The name to save it under. */
  name: string
}

/** A file of a type that is accepted: only a picture can be a photo. */
export type SendableItem = ChosenFile & { state: ItemState } & (
    | { kind: DocumentGroup; type: DocumentType }
    | { kind: 'photo'; type: PhotoType }
  )

/** A file of another type. */
type UnsendableItem = ChosenFile & { kind: DocumentGroup; type: null; state: Refused }

export type BatchItem = SendableItem | UnsendableItem

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
  const group = guessGroup(nameBesideLoan(file.name, loanTitle))
  const chosen = { key, file, name: file.name.slice(-textLimits.filename), kind: group }
  if (type === null)
    return { ...chosen, type, state: { is: 'refused', why: "This type of file isn't accepted" } }
  return withKind(
    { ...chosen, type, state: { is: 'waiting' } },
    isPhotoType(type) ? 'photo' : group,
  )
}

/** The item as something else that its type can be: what was uploaded for one kind of upload can't be saved as the other. */
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
