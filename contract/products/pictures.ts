/** In px: cart rows, shop grid at 1x and 2x, product page. */
export const PICTURE_WIDTHS = [160, 280, 360, 560, 800, 1200] as const

export const PICTURE_FORMATS = ['avif', 'webp'] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Not every mail program shows the other formats. */
export const MAIL_PICTURE = { width: 560, format: 'jpeg' } as const

/** For links shared in chats, which show only this format, cropped to these proportions. */
export const SHARE_PICTURE = { width: 1200, format: 'jpeg', height: 630 } as const

type PictureFile = { name: string; variant: PictureVariant | null }

export type PictureVariant =
  | { width: PictureWidth; format: PictureFormat; height?: undefined }
  | (typeof MAIL_PICTURE & { height?: undefined })
  | typeof SHARE_PICTURE

const MASTER = /^([\da-f]{32})\.webp$/
const VARIANT = /^([\da-f]{32})-(\d{3,4})\.(avif|webp|jpeg)$/
const FOLDER = '/uploads/'

export function masterFile(name: string): string {
  return `${name}.webp`
}

export function pictureUrl(name: string): string {
  return FOLDER + masterFile(name)
}

export function pictureName(url: string): string | null {
  return url.startsWith(FOLDER) ? masterName(url.slice(FOLDER.length)) : null
}

export function masterName(file: string): string | null {
  return MASTER.exec(file)?.[1] ?? null
}

export function variantFile(name: string, { width, format }: PictureVariant): string {
  return `${name}-${width}.${format}`
}

export function variantUrl(name: string, variant: PictureVariant): string {
  return FOLDER + variantFile(name, variant)
}

export function sourceSet(
  name: string,
  widths: readonly PictureWidth[],
  format: PictureFormat,
): string {
  const descriptor = (width: PictureWidth) => (widths.length > 1 ? ` ${width}w` : '')
  return widths.map((width) => variantUrl(name, { width, format }) + descriptor(width)).join(', ')
}

export function readPictureFile(file: string): PictureFile | null {
  const master = masterName(file)
  if (master) return { name: master, variant: null }
  const [, name, digits, ending] = VARIANT.exec(file) ?? []
  const jpeg = [MAIL_PICTURE, SHARE_PICTURE].find(
    (one) => `${one.width}.${one.format}` === `${digits}.${ending}`,
  )
  if (name && jpeg) return { name, variant: jpeg }
  const width = PICTURE_WIDTHS.find((offered) => String(offered) === digits)
  const format = PICTURE_FORMATS.find((offered) => offered === ending)
  return name && width && format ? { name, variant: { width, format } } : null
}
