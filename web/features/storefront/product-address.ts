/** The address of a product's detail view: the home page with the product in its hash, so that it can be shared. */
export function productAddress(id: number): string {
  return `/#product-${id}`
}
