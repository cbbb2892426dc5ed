import { ToolSelect } from '../shared/toolbar.tsx'
import { dayLabel, type SaleChoices } from './sale-choices.ts'

type WhereProps = { choices: SaleChoices; dayId: string; onDay: (id: string) => void }

export function WhereSold({ choices, dayId, onDay }: WhereProps) {
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
