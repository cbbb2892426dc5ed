/** The widths, in px, in which a picture of ours can be had: cart rows, the stall's cells at 1x and 2x, the product's own view. */
export const PICTURE_WIDTHS = [160, 280, 360, 560, 800, 1200] as const

/** The formats in which it can be had, the smaller one first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** One form of a picture: the master as it was stored, or a smaller one made from it. */
export type PictureFile = { name: string; variant: PictureVariant | null }

export type PictureVariant = { width: PictureWidth; format: PictureFormat }

const MASTER = /^([\da-f]{32})\.webp$/
const VARIANT = /^([\da-f]{32})-(\d{3,4})\.(avif|webp)$/
const FOLDER = '/uploads/'

/** The file name of a picture's master. */
export function masterFile(name: string): string {
  return `${name}.webp`
}

/** Where a picture's master stands, as products keep it. */
export function pictureUrl(name: string): string {
  return FOLDER + masterFile(name)
}

/** The name of the picture at an address, null for an address that is none of ours. */
export function pictureName(url: string): string | null {
  return url.startsWith(FOLDER) ? masterName(url.slice(FOLDER.length)) : null
}

/** The name in a master's file name such as `0f…9c.webp`, null for any other text. */
export function masterName(file: string): string | null {
  return MASTER.exec(file)?.[1] ?? null
}

/** The file name of a picture in one width and format. */
export function variantFile(name: string, { width, format }: PictureVariant): string {
  return `${name}-${width}.${format}`
}

/** Where a picture stands in one width and format. */
export function variantUrl(name: string, variant: PictureVariant): string {
  return FOLDER + variantFile(name, variant)
}

/** A `srcset` of the widths; one width alone stands for itself, as it suits every screen. */
export function sourceSet(name: string, widths: readonly PictureWidth[], format: PictureFormat): string {
  const said = (width: PictureWidth) => (widths.length > 1 ? ` ${width}w` : '')
  return widths.map((width) => variantUrl(name, { width, format }) + said(width)).join(', ')
}

/** What a file name below `/uploads/` asks for, null for a width, format or name that is not offered. */
export function readPictureFile(file: string): PictureFile | null {
  const master = masterName(file)
  if (master) return { name: master, variant: null }
  const [, name, digits, ending] = VARIANT.exec(file) ?? []
  const width = PICTURE_WIDTHS.find((offered) => String(offered) === digits)
  const format = PICTURE_FORMATS.find((offered) => offered === ending)
  return name && width && format ? { name, variant: { width, format } } : null
}
