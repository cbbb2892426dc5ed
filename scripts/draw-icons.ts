import { join } from 'node:path'
import sharp from 'sharp'

const ICONS = [
  { file: 'icon-192.png', drawing: 'public/favicon.svg', width: 192, height: 192 },
  { file: 'icon-512.png', drawing: 'public/favicon.svg', width: 512, height: 512 },
  { file: 'icon-maskable-512.png', drawing: 'drawings/app-icon.svg', width: 512, height: 512 },
  { file: 'apple-touch-icon.png', drawing: 'drawings/app-icon.svg', width: 180, height: 180 },
  { file: 'social.png', drawing: 'drawings/social.svg', width: 1200, height: 630 },
]

export async function drawIcons(web: string, into: string): Promise<void> {
  for (const { file, drawing, width, height } of ICONS) {
    const { width: drawn } = await sharp(join(web, drawing)).metadata()
    // SVG renders at 72 dpi by default; render at the target size to keep edges sharp.
    const picture = sharp(join(web, drawing), { density: (72 * width) / drawn })
    await picture.resize(width, height).png({ palette: true, effort: 10 }).toFile(join(into, file))
  }
}
