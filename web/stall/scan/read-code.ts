import { decodeQR } from 'qr/decode.js'

/** Reads a code where the browser has no reader of its own. */
export async function readCode(picture: Pick<ImageData, 'width' | 'height' | 'data'>) {
  try {
    return decodeQR(picture)
  } catch {
    return null
  }
}
