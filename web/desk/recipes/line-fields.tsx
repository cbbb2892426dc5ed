import { type ComponentProps, useId } from 'react'
import { TextField } from '#web/ui/field.tsx'

type NameFieldProps = ComponentProps<typeof TextField> & {
  /** What the price list has, to choose from while typing. */
  priced: readonly { id: number; name: string }[]
}

export function NameField({ priced, ...field }: NameFieldProps) {
  const names = useId()
  return (
    <>
      <TextField
        required
        maxLength={120}
        autoComplete="off"
        list={names}
        className="max-sm:col-span-2"
        {...field}
      />
      <datalist id={names}>
        {priced.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}

export function AmountField(field: ComponentProps<typeof TextField>) {
  return <TextField required inputMode="decimal" {...field} />
}
