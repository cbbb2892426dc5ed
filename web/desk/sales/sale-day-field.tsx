import { ToolSelect } from '#web/desk/shared/toolbar.tsx'
import { dayLabel, type SaleChoices } from './sale-choices.ts'

type SaleDayFieldProps = { choices: SaleChoices; dayId: string; onDay: (id: string) => void }

export function SaleDayField({ choices, dayId, onDay }: SaleDayFieldProps) {
  const days = choices.marketDays.map((day) => [String(day.id), dayLabel(day)] as const)
  return (
    <ToolSelect
      label="Sold at"
      value={dayId}
      options={[...days, ['', 'The farm, on no market day']]}
      onChoose={onDay}
    />
  )
}
