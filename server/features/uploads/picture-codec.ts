import type { Sharp } from 'sharp'
import type { PictureVariant } from '#contract/products/pictures.ts'
import { NOT_AN_IMAGE, TOO_MANY_PIXELS } from '#contract/uploads.ts'
import { Refusal } from '#server/core/refusal.ts'
import { semaphore } from '#server/core/semaphore.ts'

/** The longer side of a master, in px. */
const MASTER_SIDE = 1600

/** Drawings are 480 by 360 at 72 dpi; this renders 1200 by 900 px. */
const DRAWING_DENSITY = 180

/** Most px opened: little more than a phone's 24 megapixels. */
const MAX_PIXELS = 25_000_000

/** Time limit per picture, in seconds. */
const MAX_WORK = 10

/** Formats the decoder may read; all others, such as SVG, PDF and TIFF, stay blocked. */
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`)
const SVG_LOADER = ['VipsForeignLoadSvgBuffer']

/** First bytes of JPG, PNG and GIF, as latin1. */
const STARTS = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']

/** A long queue, because browsers never retry a refused picture. */
const inTurn = semaphore({ atOnce: 2, mostWaiting: 200, refusal: tooManyPictures })

export function tooManyPictures(): Refusal {
  const message = 'Too many pictures at once. Please try again in a moment.'
  return new Refusal('not-now', message, { retryAfter: 5 })
}

/**
 * The shop's master of a picture: re-encoded from pixels alone, upright, at most 1600 px, WebP.
 * Animations keep the first frame.
 * @throws Refusal 'wrong-type' for all but whole JPG, PNG and GIF pictures, 'too-large' for more
 * than 25 megapixels
 */
export async function masterOf(upload: Buffer): Promise<Buffer> {
  if (!STARTS.some((start) => upload.subarray(0, start.length).toString('latin1') === start))
    throw notAnImage()
  const sharp = await loadSharp()
  const fitted = {
    width: MASTER_SIDE,
    height: MASTER_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  try {
    return await inTurn(() => webp(sharp(upload, READING).autoOrient().resize(fitted)))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw isPixelLimit(error) ? new Refusal('too-large', TOO_MANY_PIXELS) : notAnImage()
  }
}

export async function variantOf(
  master: Buffer,
  { width, format, height }: PictureVariant,
): Promise<Buffer> {
  const sharp = await loadSharp()
  return inTurn(() => {
    const smaller = sharp(master, READING)
      .resize(
        height
          ? { width, height, fit: 'contain', background: '#fbf7ef' }
          : { width, withoutEnlargement: true },
      )
      .timeout({ seconds: MAX_WORK })
    if (format === 'jpeg')
      return smaller.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
    return (
      format === 'avif' ? smaller.avif({ quality: 50, effort: 2 }) : smaller.webp({ quality: 75 })
    ).toBuffer()
  })
}

export async function sizeOf(master: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp()
  return inTurn(() => sharp(master, READING).metadata())
}

export type Icon = { side: number; ground: string | null; part: number }

export async function iconOf(master: Buffer, { side, ground, part }: Icon): Promise<Buffer> {
  const sharp = await loadSharp()
  const inner = Math.round(side * part)
  const before = Math.floor((side - inner) / 2)
  const after = side - inner - before
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  return inTurn(() => {
    const fitted = sharp(master, READING).resize(inner, inner, { fit: 'contain', background })
    const margins = { top: before, left: before, bottom: after, right: after }
    const square = fitted.extend({ ...margins, background })
    const laid = ground === null ? square : square.flatten({ background: ground })
    return laid.png().timeout({ seconds: MAX_WORK }).toBuffer()
  })
}

/** Call before the shop listens: SVG is readable only while this runs. */
export async function withDrawings<T>(
  work: (masterOfDrawing: (svg: Buffer) => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const sharp = await loadSharp()
  const reading = { ...READING, density: DRAWING_DENSITY }
  sharp.unblock({ operation: SVG_LOADER })
  try {
    return await work((svg) => inTurn(() => webp(sharp(svg, reading), 0)))
  } finally {
    sharp.block({ operation: SVG_LOADER })
  }
}

const READING = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const

function webp(picture: Sharp, effort = 4): Promise<Buffer> {
  return picture.webp({ quality: 85, effort }).timeout({ seconds: MAX_WORK }).toBuffer()
}

let loading: ReturnType<typeof openSharp> | null = null

/** Lazy, since it takes 20 MB. */
function loadSharp(): ReturnType<typeof openSharp> {
  loading ??= openSharp()
  return loading
}

async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return sharp
}

function isPixelLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('pixel limit')
}

function notAnImage(): Refusal {
  return new Refusal('wrong-type', NOT_AN_IMAGE, { field: 'image' })
}
