import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'

const STORED = 'farmstand:add-to'

/** `label`: such as `order #41 for Saturday, Nov 28`. */
type AddTo = { secret: string; label: string }

/** From here on, whatever this tab buys is added to an order. */
export function startAdding(order: AddTo): void {
  writeStorage('sessionStorage', STORED, order)
}

export function addingTo(): AddTo | null {
  const { secret, label } = readStorage<AddTo>('sessionStorage', STORED)
  return typeof secret === 'string' && typeof label === 'string' ? { secret, label } : null
}

export function stopAdding(): void {
  writeStorage('sessionStorage', STORED, null)
}
