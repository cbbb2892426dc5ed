export function journalHash(productId: number): string {
  return `stock/${productId}`
}

/** Null for the count of all products. */
export function productIn(hash: string): number | null {
  const id = /^stock\/([1-9]\d{0,9})$/.exec(hash)?.[1]
  return id ? Number(id) : null
}
