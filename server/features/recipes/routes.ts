import { ingredientPrices } from '#contract/recipes/ingredient-prices.ts'
import { recipes } from '#contract/recipes/recipes.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve, serveFile } from '#server/http/endpoints.ts'
import type { DbAndClock, Shop } from '#server/shop.ts'
import { addIngredient, changeIngredient, removeIngredient } from './edit-ingredient.ts'
import { changePrice, createPrice, deletePrice, listPrices } from './edit-price.ts'
import {
  changeRecipe,
  createRecipe,
  deleteRecipe,
  linkProduct,
  unlinkProduct,
} from './edit-recipe.ts'
import { exportMargins, listRecipes, requireRecipe } from './find-recipe.ts'

export function recipeRoutes(app: App, { db, now }: Shop): void {
  serve(app, recipes.list, () => listRecipes(db))
  serve(app, recipes.one, ({ params }) => requireRecipe(db, params.id))
  serve(app, recipes.create, ({ body }) => createRecipe(db, body, now()))
  serve(app, recipes.update, ({ params, body }) => changeRecipe(db, params.id, body, now()))
  serve(app, recipes.delete, ({ params }) => deleteRecipe(db, params.id, now()))
  serve(app, recipes.addIngredient, ({ params, body }) =>
    addIngredient(db, params.recipeId, body, now()),
  )
  serve(app, recipes.changeIngredient, ({ params, body }) =>
    changeIngredient(db, params.id, body, now()),
  )
  serve(app, recipes.removeIngredient, ({ params }) => removeIngredient(db, params.id, now()))
  serve(app, recipes.linkProduct, ({ params, body }) => linkProduct(db, params.id, body, now()))
  serve(app, recipes.unlinkProduct, ({ params }) => unlinkProduct(db, params.id, now()))
  priceRoutes(app, { db, now })
}

function priceRoutes(app: App, { db, now }: DbAndClock): void {
  const { list, create, change } = ingredientPrices
  serve(app, list, () => listPrices(db))
  serve(app, create, ({ body }) => createPrice(db, body, now()))
  serve(app, change, ({ params, body }) => changePrice(db, params.id, body, now()))
  serve(app, ingredientPrices.delete, ({ params }) => deletePrice(db, params.id, now()))
  serveFile(app, ingredientPrices.exportMargins, async () => ({
    fileName: 'farmstand-margins.csv',
    content: await snapshot(db, exportMargins),
  }))
}
