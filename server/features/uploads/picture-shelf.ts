import { masterFile, type PictureFile, type PictureVariant, variantFile } from '#contract/pictures.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { variantOf } from './picture-codec.ts'

export type PictureShelf = {
  /** The bytes of one form of a picture, null for a picture there is not. @throws Refusal 'not-now' when too many are being made */
  find(wanted: PictureFile): Promise<Buffer | null>
}

type Report = (what: string, error: unknown) => void

/** Hands out pictures; a smaller form is made when it is first asked for, once however many ask, and kept where there is room. */
export function pictureShelf(store: ImageStore, report: Report): PictureShelf {
  // Who wants to see a picture is no poorer for a full disk.
  const keep: ImageStore['keep'] = (file, bytes) =>
    store.keep(file, bytes).catch((error: unknown) => report('keep a form of a picture', error))
  const whereRoom = { ...store, keep }
  const making = new Map<string, Promise<Buffer | null>>()
  return {
    async find({ name, variant }) {
      if (!variant) return store.read(masterFile(name))
      const file = variantFile(name, variant)
      const kept = await store.read(file)
      if (kept) return kept
      const made = making.get(file) ?? make(whereRoom, name, variant).finally(() => making.delete(file))
      making.set(file, made)
      return made
    },
  }
}

async function make(store: ImageStore, name: string, variant: PictureVariant): Promise<Buffer | null> {
  const master = await store.read(masterFile(name))
  if (!master) return null
  const bytes = await variantOf(master, variant)
  await store.keep(variantFile(name, variant), bytes)
  // A picture that was given up meanwhile leaves nothing behind.
  if (!(await store.has(masterFile(name)))) await store.removeAll(name)
  return bytes
}
