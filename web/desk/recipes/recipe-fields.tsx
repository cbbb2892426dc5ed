import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import type { TypedRecipe } from './recipe-draft.ts'

type RecipeFieldsProps = {
  typed: TypedRecipe
  onType: (typed: TypedRecipe) => void
  errors: FieldErrors
  /** The path of the recipe in what is sent, such as `recipeData.`; empty when it is sent alone. */
  path: string
}

export function RecipeFields({ typed, onType, errors, path }: RecipeFieldsProps) {
  const wired = (name: keyof TypedRecipe) => ({
    name: `${path}${name}`,
    value: typed[name],
    error: errors[`${path}${name}`],
    onChange: (event: { target: { value: string } }) =>
      onType({ ...typed, [name]: event.target.value }),
  })
  const count = { type: 'number', inputMode: 'numeric', step: '1' } as const
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <TextField
        label="Name"
        required
        maxLength={120}
        autoComplete="off"
        className="col-span-2"
        {...wired('name')}
      />
      <TextAreaField
        label="Description"
        maxLength={4000}
        rows={2}
        className="col-span-2"
        {...wired('description')}
      />
      <TextField label="Servings" required min="1" {...count} {...wired('servings')} />
      <TextField label="Prep time in minutes" min="0" {...count} {...wired('preparationTime')} />
      <TextAreaField
        label="Instructions"
        maxLength={20_000}
        rows={6}
        className="col-span-2"
        {...wired('instructions')}
      />
    </div>
  )
}
