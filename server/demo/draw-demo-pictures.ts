import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { masterFile, pictureUrl } from '#contract/pictures.ts'
import { withDrawings } from '#server/features/uploads/picture-codec.ts'
import type { ImageStore } from '#server/outside/image-store.ts'

const DRAWINGS = fileURLToPath(new URL('./pictures/', import.meta.url))

/**
 * Keeps every drawing as a picture of the shop, under a name made
 * of its content; answers their addresses by the drawing's name.
 */
export function drawDemoPictures(pictures: ImageStore): Promise<Map<string, string>> {
  return withDrawings(async (masterOfDrawing) => {
    const draw = async (file: string): Promise<[string, string]> => {
      const drawing = await readFile(DRAWINGS + file)
      const name = createHash('sha256').update(drawing).digest('hex').slice(0, 32)
      await pictures.put(masterFile(name), await masterOfDrawing(drawing))
      return [file.replace(/\.svg$/, ''), pictureUrl(name)]
    }
    return new Map(await Promise.all((await readdir(DRAWINGS)).map(draw)))
  })
}
