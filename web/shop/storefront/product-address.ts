export function productAddress(id: number): string {
  return `/#product-${id}`
}

/** The product a hash speaks of, such as `#product-7`; null for every other hash. */
export function productIdIn(hash: string): number | null {
  const found = /^#product-([1-9]\d{0,9})$/.exec(hash)
  return found ? Number(found[1]) : null
}
