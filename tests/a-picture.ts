import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Wishes = { width?: number; height?: number; kind?: 'jpeg' | 'png' | 'gif' | 'webp' }

/** Left half orange, right half blue. */
export function aPhoto({ width = 64, height = 48, kind = 'jpeg' }: Wishes = {}): Promise<Buffer> {
  return halves(width, height).toFormat(kind).toBuffer()
}

/** A phone's JPEG: lying on its side, tagged with where it was taken. */
export function aPhotoWithPlace(): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'Farm Phone', Copyright: 'Secret Farmer' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '43/1 58/1 0/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '103/1 46/1 0/1',
    },
  }
  return halves(64, 48).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
}

/**
 * A JPEG as a phone held upright saves it: 800 × 600 with a quarter turn, padded to `length` bytes.
 */
export async function aLyingPhoto(length: number): Promise<Buffer> {
  const photo = await halves(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  return Buffer.concat([photo, Buffer.alloc(length - photo.length)])
}

/** An iPhone's HEIC: the container with a brand hardly any browser reads. */
export async function aHeic(): Promise<Buffer> {
  const photo = await halves(64, 48).avif().toBuffer()
  return Buffer.from(photo.toString('latin1').replaceAll('avif', 'heic'), 'latin1')
}

/** A JPEG of exactly `length` bytes: nobody reads past its end. */
export async function aPhotoOf(length: number): Promise<Buffer> {
  const photo = await aPhoto()
  return Buffer.concat([photo, Buffer.alloc(length - photo.length)])
}

/** A PNG that claims a size but holds one line. */
export function aPngThatClaims(width: number, height: number): Buffer {
  const chunk = (kind: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), content])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(content.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const parts = [chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** As a browser sends it: field `image`, the file's own name. */
export function aForm(bytes: Uint8Array, { name = 'eggs.jpg', field = 'image' } = {}): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}

function halves(width: number, height: number): Sharp {
  const right = {
    create: { width: Math.ceil(width / 2), height, channels: 3, background: '#2f5d9a' },
  } as const
  const all = { create: { width, height, channels: 3, background: '#e3a12f' } } as const
  return sharp(all).composite([{ input: right, left: Math.floor(width / 2), top: 0 }])
}
