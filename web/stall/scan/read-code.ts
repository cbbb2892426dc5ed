import { decodeQR } from 'qr/decode.js'

export async function readCode(picture: Pick<ImageData, 'width' | 'height' | 'data'>) {
  try {
    return decodeQR(picture)
  } catch {
    return null
  }
}
