import { MAX_UPLOAD } from '#contract/uploads.ts'

/** The longest side of what is sent, in px; the shop makes its own sizes of it. */
const LONGEST = 2400

/** Said of a file that this browser cannot open, such as an iPhone's HEIC in most of them. */
export const NOT_OPENED =
  'This browser cannot open this picture. On an iPhone, choose Settings > Camera > Formats > Most Compatible and take it again, or save it as a JPG first.'

/** Part of a picture, in hundredths of its width and height. */
export type Part = { x: number; y: number; width: number; height: number }

export const WHOLE: Part = { x: 0, y: 0, width: 100, height: 100 }

/** Opens a photo upright, as its EXIF says, no longer than is sent. @throws Error where the browser cannot */
export async function openPhoto(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
  const canvas = aCanvas(bitmap.width * scale, bitmap.height * scale)
  draw(canvas, (pen) => pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height))
  bitmap.close()
  return canvas
}

export function turned(photo: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = aCanvas(photo.height, photo.width)
  draw(canvas, (pen) => {
    pen.translate(canvas.width, 0)
    pen.rotate(Math.PI / 2)
    pen.drawImage(photo, 0, 0)
  })
  return canvas
}

/** A part of a photo as a JPG that may be sent. @throws Error where the browser makes none */
export async function asFile(photo: HTMLCanvasElement, part: Part, name: string): Promise<File> {
  const share = (hundredths: number, of: number) => (hundredths / 100) * of
  const [width, height] = [share(part.width, photo.width), share(part.height, photo.height)]
  const canvas = aCanvas(width, height)
  const [x, y] = [share(part.x, photo.width), share(part.y, photo.height)]
  draw(canvas, (pen) => {
    // What is clear in a PNG would be black in a JPG.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(photo, x, y, width, height, 0, 0, canvas.width, canvas.height)
  })
  for (const quality of [0.88, 0.75, 0.6]) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (blob && blob.size <= MAX_UPLOAD)
      return new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
  }
  throw new Error(NOT_OPENED)
}

function aCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}

function draw(canvas: HTMLCanvasElement, work: (pen: CanvasRenderingContext2D) => void): void {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(NOT_OPENED)
  pen.imageSmoothingQuality = 'high'
  work(pen)
}

/** The whole photo, small enough to send. @throws Error where the browser cannot open it */
export async function shrunk(file: File): Promise<File> {
  return asFile(await openPhoto(file), WHOLE, file.name)
}
