import {
  parseTaxCategories,
  TAX_CLASS_LABELS,
  TAX_CLASSES,
  type TaxClass,
} from '#contract/money/tax.ts'
import { SETTINGS } from '#contract/settings/setting-table.ts'
import { SelectField } from '#web/ui/field.tsx'
import { useCategories } from '../products/use-categories.ts'
import { useSaveSetting } from './settings-query.ts'

const { label, description } = SETTINGS.tax_categories

/** Each choice is saved as it is made. */
export function TaxCategories({ value }: { value: string }) {
  const save = useSaveSetting('tax_categories')
  const shown = parseTaxCategories(save.isPending ? save.variables.value : value)
  const choose = (category: string, chosen: string) => {
    const classes = new Map<string, string>(shown ?? []).set(category, chosen)
    const taxed = [...classes].filter(([, own]) => own !== 'exempt')
    save.mutate({ value: JSON.stringify(Object.fromEntries(taxed)), loaded: value })
  }
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-semibold text-bark-deep">{label}</legend>
      <p className="mb-3 text-bark-deep">{description}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {useCategories().map((category) => (
          <SelectField
            key={category}
            label={category}
            required
            disabled={save.isPending}
            value={shown?.get(category) ?? ('exempt' satisfies TaxClass)}
            onChange={({ target }) => choose(category, target.value)}
            options={TAX_CLASSES.map((one) => [one, TAX_CLASS_LABELS[one]])}
          />
        ))}
      </div>
    </fieldset>
  )
}
