import { RECIPE_FIELDS } from '#contract/recipe-shapes.ts'
import type { WiredProps } from '../shared/checked-form.ts'
import { FormFields } from '../shared/form-fields.tsx'
import type { TypedRecipe } from './recipe-draft.ts'

const WIDE = 'col-span-2'

export function RecipeFields(form: WiredProps<TypedRecipe>) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <FormFields
        {...form}
        fields={RECIPE_FIELDS}
        own={{
          name: { className: WIDE },
          description: { rows: 2, className: WIDE },
          preparationTime: { label: 'Prep time in minutes' },
          batchQuantity: { hint: 'Only where other recipes use some of it.' },
          instructions: { rows: 6, className: WIDE },
        }}
      />
    </div>
  )
}
