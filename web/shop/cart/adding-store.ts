const STORED = 'farmstand:add-to'

/** `label`: such as `order #41 for Saturday, Nov 28`. */
type AddTo = { secret: string; label: string }

/** From here on, whatever this tab buys is added to an order. */
export function startAdding(order: AddTo): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(order))
  } catch {}
}

export function addingTo(): AddTo | null {
  try {
    const { secret, label }: Partial<AddTo> = JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
    return typeof secret === 'string' && typeof label === 'string' ? { secret, label } : null
  } catch {
    return null
  }
}

export function stopAdding(): void {
  try {
    sessionStorage.removeItem(STORED)
  } catch {}
}
