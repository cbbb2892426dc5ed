import sharp, { type Sharp } from 'sharp'

type Wishes = { width?: number; height?: number; kind?: 'jpeg' | 'png' | 'gif' | 'webp' }

/** A picture as a camera or a program writes it: the left half orange, the right half blue. */
export function aPhoto({ width = 64, height = 48, kind = 'jpeg' }: Wishes = {}): Promise<Buffer> {
  return halves(width, height).toFormat(kind).toBuffer()
}

/** A JPEG from a telephone: lying on its side, with the place where it was taken. */
export function aPhotoWithPlace(): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'Farm Phone', Copyright: 'Secret Farmer' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 58/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '103/1 46/1 0/1' },
  }
  return halves(64, 48).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
}

/** The form in which a browser sends it, in the field `image` and under the file's own name. */
export function aForm(bytes: Uint8Array, { name = 'eggs.jpg', field = 'image' } = {}): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}

function halves(width: number, height: number): Sharp {
  const right = { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#2f5d9a' } } as const
  const all = { create: { width, height, channels: 3, background: '#e3a12f' } } as const
  return sharp(all).composite([{ input: right, left: Math.floor(width / 2), top: 0 }])
}
