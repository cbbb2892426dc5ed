import type { Order } from '#contract/orders/orders.ts'
import { CheckField, type CheckFieldProps } from '../shared/check-field.tsx'

export type ChoiceProps = {
  orders: readonly Order[]
  chosenIds: ReadonlySet<number>
  onChoose: (ids: ReadonlySet<number>) => void
}

export function SelectAll({
  orders,
  chosenIds,
  onChoose,
  ...name
}: ChoiceProps & Pick<CheckFieldProps, 'label' | 'hiddenLabel'>) {
  const chosen = orders.filter(({ id }) => chosenIds.has(id))
  const isAll = chosen.length === orders.length
  return (
    <CheckField
      {...name}
      checked={isAll}
      partly={chosen.length > 0 && !isAll}
      onChange={() => onChoose(new Set(isAll ? [] : orders.map(({ id }) => id)))}
    />
  )
}
