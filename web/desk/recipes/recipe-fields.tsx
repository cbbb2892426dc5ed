import { BATCH_UNITS } from '#contract/units.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { type WiredProps, wiredTo } from '../shared/checked-form.ts'
import type { TypedRecipe } from './recipe-draft.ts'

export function RecipeFields(props: WiredProps<TypedRecipe>) {
  const wired = wiredTo(props)
  const count = { inputMode: 'numeric' } as const
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
      <TextField label="Servings" required {...count} {...wired('servings')} />
      <TextField label="Prep time in minutes" {...count} {...wired('preparationTime')} />
      <TextField
        label="A batch makes"
        inputMode="decimal"
        hint="Only where other recipes use some of it."
        {...wired('batchQuantity')}
      />
      <SelectField label="Measured in" required {...wired('batchUnit')}>
        {BATCH_UNITS.map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </SelectField>
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
