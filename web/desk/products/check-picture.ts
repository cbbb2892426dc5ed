import { IMAGE_TOO_LARGE, MAX_UPLOAD, NOT_AN_IMAGE } from '#contract/uploads.ts'
import { ApiFailure } from '#web/api/request.ts'

/** Why a picture is not taken, as the toast says it (specification, sections 5 and 8). */
export type PictureRefusal = { title: string; description: string }

const WRONG_TYPE: PictureRefusal = { title: 'Invalid file type', description: NOT_AN_IMAGE }
const TOO_LARGE: PictureRefusal = { title: 'File too large', description: IMAGE_TOO_LARGE }
const NOT_SENT: PictureRefusal = {
  title: 'Upload failed',
  description: 'Failed to upload image. Please try again.',
}

/** The kinds a file dialog offers; telephones make a JPG of their own formats when they read this. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/gif'

/** What can be said of a file before it is sent; null when it may be tried. */
export function checkPicture({ type, size }: File): PictureRefusal | null {
  if (!type.startsWith('image/')) return WRONG_TYPE
  return size > MAX_UPLOAD ? TOO_LARGE : null
}

export function refusalOfUpload(failure: unknown): PictureRefusal {
  if (!(failure instanceof ApiFailure)) return NOT_SENT
  if (failure.refusal.code === 'wrong-type') return WRONG_TYPE
  return failure.refusal.code === 'too-large' ? TOO_LARGE : NOT_SENT
}
