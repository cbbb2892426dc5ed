import { masterFile, type PictureFile, type PictureVariant, variantFile } from '#contract/pictures.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { callStore } from './call-store.ts'
import { variantOf } from './picture-codec.ts'

export type PictureShelf = {
  /** The bytes of one form of a picture, null for a picture there is not. @throws Refusal 'not-now' when too many are being made, or the store is away */
  find(wanted: PictureFile): Promise<Buffer | null>
}

type Report = (what: string, error: unknown) => void

/**
 * Hands out pictures, each read once however many ask at the same time; a smaller form is made when it is first asked for, and
 * kept where there is room.
 */
export function pictureShelf(store: ImageStore, report: Report): PictureShelf {
  const read = (file: string) => callStore(report, 'read a picture', () => store.read(file))
  const make = async (name: string, variant: PictureVariant): Promise<Buffer | null> => {
    const master = await read(masterFile(name))
    if (!master) return null
    const bytes = await variantOf(master, variant)
    // Who wants to see a picture is no poorer for a full disk, or for a store that takes nothing now.
    await put(store, { name, variant }, bytes).catch((error: unknown) => report('keep a form of a picture', error))
    return bytes
  }
  const findOnce = async ({ name, variant }: PictureFile) =>
    variant ? ((await read(variantFile(name, variant))) ?? make(name, variant)) : read(masterFile(name))
  const finding = new Map<string, Promise<Buffer | null>>()
  return {
    find(wanted) {
      const file = wanted.variant ? variantFile(wanted.name, wanted.variant) : masterFile(wanted.name)
      const found = finding.get(file) ?? findOnce(wanted).finally(() => finding.delete(file))
      finding.set(file, found)
      return found
    },
  }
}

type Form = { name: string; variant: PictureVariant }

async function put(store: ImageStore, { name, variant }: Form, bytes: Buffer): Promise<void> {
  await store.put(variantFile(name, variant), bytes)
  // A picture that was given up meanwhile leaves nothing behind.
  if (!(await store.has(masterFile(name)))) await store.removeAll(name)
}
