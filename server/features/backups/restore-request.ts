import type { Filled } from './fill-shop.ts'
import type { ShopPlace } from './open-source.ts'

/** What is put back where. `takeOver`: the shop it was made from is gone for good, and this one speaks for it. */
export type RestoreRequest = ShopPlace & {
  file: string
  passphrase: string | null
  takeOver: boolean
  now: Date
}

export type Restored = Filled & {
  pictures: number
  hasNewId: boolean
  /** Of so many orders the customer was erased after the backup was made, and is erased again. */
  erasedAgain: number
  nextOrder: number
  /** Where the shop before is, and how to have it again; null when there was none. */
  undo: { place: string; how: string[] } | null
}
