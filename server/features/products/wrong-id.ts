type StoredProduct = { isThere: boolean; isDeleted: boolean; at: number | undefined }

/** Why a row's id is none that it may change; null where it is. */
export function wrongId(
  id: number,
  given: string,
  { isThere, isDeleted, at }: StoredProduct,
): string | null {
  if (at !== undefined && id > 0) return `Row ${at} already changes product #${id}.`
  if (isDeleted) return `Product #${id} was deleted. Clear this cell to add it again.`
  return isThere
    ? null
    : `There is no product #${given.slice(0, 12)}. Clear this cell to add a new one.`
}
