import type { ProductLink, Recipe } from '#contract/recipe-shapes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { alterRecipe } from './alter-recipe.ts'
import { deleteLinkRow, lockLinkedProduct, replaceLink } from './recipe-queries.ts'

/** In place of any earlier product. @throws Refusal 'not-found' */
export async function linkProduct(
  db: Db,
  id: number,
  link: ProductLink,
  now: Date,
): Promise<Recipe> {
  const { after } = await alterRecipe(db, { id, now }, async (tx) => {
    if (!(await lockLinkedProduct(tx, link.productId)))
      throw new Refusal('not-found', `There is no product #${link.productId}.`, {
        field: 'productId',
      })
    await replaceLink(tx, id, link)
  })
  return after
}

/** @throws Refusal 'not-found', also when it was made for no product */
export async function unlinkProduct(db: Db, id: number, now: Date): Promise<void> {
  await alterRecipe(db, { id, now }, async (tx, { product }) => {
    if (!product) throw new Refusal('not-found', 'This recipe is not linked to a product.')
    await deleteLinkRow(tx, id)
  })
}
