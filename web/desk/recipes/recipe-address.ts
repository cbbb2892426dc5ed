export const RECIPES_ADDRESS = 'recipes'

export const MARGINS_ADDRESS = 'recipes/margins'
export const PRICES_ADDRESS = 'recipes/prices'

/** Where a recipe stands, without `#`: `recipes/7`. */
export function recipeAddress(id: number): string {
  return `${RECIPES_ADDRESS}/${id}`
}

export function recipeInAddress(hash: string): number | null {
  const id = /^recipes\/([1-9]\d{0,9})(?![^/])/.exec(hash)?.[1]
  return id === undefined ? null : Number(id)
}
