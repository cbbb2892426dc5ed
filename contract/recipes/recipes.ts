import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { idInPath } from '../shapes.ts'
import { ingredient, ingredientChange, ingredientDraft } from './ingredient-shapes.ts'
import { productLink, recipe, recipeChange, recipeDraft } from './recipe-shapes.ts'

/** In bytes: all texts in multibyte letters, escaped. */
const MAX_RECIPE_BODY_LENGTH = 1024 * 1024

const params = z.strictObject({ id: idInPath })

export const recipes = {
  list: deskEndpoint('never', {
    method: 'GET',
    path: '/api/recipes',
    summary: 'Every recipe with its ingredients and its cost, by name.',
    output: z.array(recipe),
  }),
  one: deskEndpoint('never', {
    method: 'GET',
    path: '/api/recipes/{id}',
    summary: 'A recipe with its ingredients and its cost.',
    params,
    output: recipe,
  }),
  create: deskEndpoint('never', {
    method: 'POST',
    path: '/api/recipes',
    summary: 'Adds a recipe with its ingredients.',
    body: recipeDraft,
    longestBody: MAX_RECIPE_BODY_LENGTH,
    output: recipe,
    status: 201,
  }),
  update: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/recipes/{id}',
    summary: 'Changes any part of a recipe; its ingredients and its product have their own calls.',
    params,
    body: recipeChange,
    longestBody: MAX_RECIPE_BODY_LENGTH,
    output: recipe,
  }),
  delete: deskEndpoint('never', {
    method: 'DELETE',
    path: '/api/recipes/{id}',
    summary: 'Removes a recipe and its ingredients.',
    params,
    output: z.undefined(),
    status: 204,
  }),
  addIngredient: deskEndpoint('never', {
    method: 'POST',
    path: '/api/recipes/{recipeId}/ingredients',
    summary: 'Adds an ingredient at the end of a recipe.',
    params: z.strictObject({ recipeId: idInPath }),
    body: ingredientDraft,
    output: ingredient,
    status: 201,
  }),
  changeIngredient: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/recipe-ingredients/{id}',
    summary: 'Changes any part of an ingredient.',
    params,
    body: ingredientChange,
    output: ingredient,
  }),
  removeIngredient: deskEndpoint('never', {
    method: 'DELETE',
    path: '/api/recipe-ingredients/{id}',
    summary: 'Removes an ingredient from its recipe.',
    params,
    output: z.undefined(),
    status: 204,
  }),
  linkProduct: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/recipes/{id}/product',
    summary: 'Sets which product the recipe makes, and how many units a batch makes.',
    params,
    body: productLink,
    output: recipe,
  }),
  unlinkProduct: deskEndpoint('never', {
    method: 'DELETE',
    path: '/api/recipes/{id}/product',
    summary: 'Unlinks the recipe from its product.',
    params,
    output: z.undefined(),
    status: 204,
  }),
}
