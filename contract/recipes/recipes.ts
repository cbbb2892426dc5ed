import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idInPath } from '../shapes.ts'
import { ingredient, ingredientChange, ingredientDraft } from './ingredient-shapes.ts'
import { productLink, recipe, recipeChange, recipeDraft } from './recipe-shapes.ts'

/** In bytes: all texts in multibyte letters, escaped. */
const MAX_RECIPE_BODY_LENGTH = 1024 * 1024

const params = z.strictObject({ id: idInPath })

export const recipes = {
  list: endpoint({
    method: 'GET',
    path: '/api/recipes',
    access: 'admin',
    summary: 'Every recipe with its ingredients and its cost, by name.',
    output: z.array(recipe),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/recipes/{id}',
    access: 'admin',
    summary: 'A recipe with its ingredients and its cost.',
    params,
    output: recipe,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/recipes',
    access: 'admin',
    summary: 'Adds a recipe with its ingredients.',
    body: recipeDraft,
    longestBody: MAX_RECIPE_BODY_LENGTH,
    output: recipe,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/recipes/{id}',
    access: 'admin',
    summary: 'Changes any part of a recipe; its ingredients and its product have their own calls.',
    params,
    body: recipeChange,
    longestBody: MAX_RECIPE_BODY_LENGTH,
    output: recipe,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/recipes/{id}',
    access: 'admin',
    summary: 'Removes a recipe and its ingredients.',
    params,
    output: z.undefined(),
    status: 204,
  }),
  addIngredient: endpoint({
    method: 'POST',
    path: '/api/recipes/{recipeId}/ingredients',
    access: 'admin',
    summary: 'Adds an ingredient at the end of a recipe.',
    params: z.strictObject({ recipeId: idInPath }),
    body: ingredientDraft,
    output: ingredient,
    status: 201,
  }),
  changeIngredient: endpoint({
    method: 'PUT',
    path: '/api/recipe-ingredients/{id}',
    access: 'admin',
    summary: 'Changes any part of an ingredient.',
    params,
    body: ingredientChange,
    output: ingredient,
  }),
  removeIngredient: endpoint({
    method: 'DELETE',
    path: '/api/recipe-ingredients/{id}',
    access: 'admin',
    summary: 'Removes an ingredient from its recipe.',
    params,
    output: z.undefined(),
    status: 204,
  }),
  linkProduct: endpoint({
    method: 'PUT',
    path: '/api/recipes/{id}/product',
    access: 'admin',
    summary: 'Sets which product the recipe makes, and how many units a batch makes.',
    params,
    body: productLink,
    output: recipe,
  }),
  unlinkProduct: endpoint({
    method: 'DELETE',
    path: '/api/recipes/{id}/product',
    access: 'admin',
    summary: 'Unlinks the recipe from its product.',
    params,
    output: z.undefined(),
    status: 204,
  }),
}
