import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { changeShapes, type Fields } from '../fields.ts'
import { byId, id, nameText } from '../shapes.ts'

/** The farm's own categories. The specification's seven come first and can't be changed. */
export const CATEGORY_FIELDS = {
  name: { kind: 'line', label: 'Name', longest: 40, shape: nameText(40, 'Please enter a name.') },
  /** The first is 1. */
  position: { kind: 'count', label: 'Position', shape: id },
  hidden: {
    kind: 'switch',
    label: 'Hidden',
    noun: 'category',
    formatNewer: (hidden) => (hidden ? 'hidden' : 'shown'),
    shape: z.boolean('Hidden is true or false.'),
  },
} as const satisfies Fields

const ownCategory = z.object({
  id,
  name: z.string(),
  position: z.int(),
  /** Not offered in filters and forms; its products stay in the shop. */
  hidden: z.boolean(),
})
export type OwnCategory = z.output<typeof ownCategory>

export const categoryDraft = z.strictObject({ name: CATEGORY_FIELDS.name.shape })

const categoryChange = z.strictObject(changeShapes(CATEGORY_FIELDS))
export type CategoryChange = z.output<typeof categoryChange>

export const ownCategories = {
  list: deskEndpoint('never', 'GET /api/categories', {
    summary: 'The farm’s own categories, in the order in which they follow the seven.',
    output: z.array(ownCategory),
  }),
  create: deskEndpoint('never', 'POST /api/categories', {
    summary: 'Adds a category after all others.',
    body: categoryDraft,
    output: ownCategory,
    status: 201,
  }),
  update: deskEndpoint('never', 'PUT /api/categories/{id}', {
    summary: 'Renames a category with its products, moves it, hides it or shows it again.',
    params: byId,
    body: categoryChange,
    output: ownCategory,
  }),
}
