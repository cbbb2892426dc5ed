import { masterFile, pictureName } from '#contract/products/pictures.ts'
import type { Shop } from '#server/shop.ts'
import { type Icon, iconOf } from './picture-codec.ts'

/** Phones crop icons that have their own background to a shape. */
const ICONS: Readonly<Record<string, Icon>> = {
  'favicon.svg': { side: 64, ground: null, part: 1 },
  'icon-192.png': { side: 192, ground: null, part: 1 },
  'icon-512.png': { side: 512, ground: null, part: 1 },
  'icon-maskable-512.png': { side: 512, ground: '#fbf7ef', part: 0.7 },
  'apple-touch-icon.png': { side: 180, ground: '#fbf7ef', part: 0.86 },
}

/** Renders each icon once per logo; null without a logo or its picture. */
export function logoIcons({ pictures, report }: Pick<Shop, 'pictures' | 'report'>) {
  let of = ''
  const made = new Map<string, Buffer>()
  return async (logo: string, file: string): Promise<Buffer | null> => {
    const [name, icon] = [pictureName(logo), ICONS[file]]
    if (!name || !icon) return null
    if (of !== logo) made.clear()
    of = logo
    try {
      const known = made.get(file)
      if (known) return known
      const master = await pictures.read(masterFile(name))
      if (!master) return null
      const bytes = await iconOf(master, icon)
      const whole = file.endsWith('.svg') ? asDrawing(bytes, icon.side) : bytes
      if (of === logo) made.set(file, whole)
      return whole
    } catch (error) {
      // Falls back to the built-in icon, so pages survive a store outage.
      report('make an icon of the logo', error)
      return null
    }
  }
}

function asDrawing(png: Buffer, side: number): Buffer {
  const href = `data:image/png;base64,${png.toString('base64')}`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><image width="${side}" height="${side}" href="${href}"/></svg>`,
  )
}
