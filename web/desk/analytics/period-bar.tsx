import { useState } from 'react'
import { PERIODS } from '#contract/figures.ts'
import { keysOf } from '#contract/keys-of.ts'
import { goToHash } from '#web/ui/use-hash.ts'
import { TOOL, ToolField, ToolSelect } from '../shared/toolbar.tsx'
import { type ChosenPeriod, periodHash } from './period-address.ts'

type PeriodBarProps = {
  chosen: ChosenPeriod
  shown: { from: string; to: string } | undefined
  hasSeason: boolean
}

export function PeriodBar({ chosen, shown, hasSeason }: PeriodBarProps) {
  const periods = keysOf(PERIODS).filter((period) => hasSeason || period !== 'this-season')
  const isOwn = !('period' in chosen)
  return (
    <div className="mb-4 grid gap-3 sm:flex sm:flex-wrap sm:items-start">
      <ToolSelect
        label="Show"
        value={isOwn ? 'own' : chosen.period}
        options={[
          ...periods.map((period) => [period, PERIODS[period]] as const),
          ['own', 'From … to …'],
        ]}
        onChoose={(value) => {
          const period = periods.find((one) => one === value)
          if (period) goToHash(periodHash({ period }))
          else if (shown) goToHash(periodHash({ from: shown.from, to: shown.to }))
        }}
      />
      {isOwn && <OwnDays key={periodHash(chosen)} {...chosen} />}
    </div>
  )
}

function OwnDays(given: { from: string; to: string }) {
  const [days, setDays] = useState(given)
  const isTurned = days.from !== '' && days.to !== '' && days.to < days.from
  const choose = (change: Partial<typeof days>) => {
    const next = { ...days, ...change }
    setDays(next)
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) goToHash(periodHash(next))
  }
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-2 gap-3">
        {(['from', 'to'] as const).map((end) => (
          <ToolField key={end} label={end === 'from' ? 'First day' : 'Last day'}>
            {(id) => (
              <input
                id={id}
                type="date"
                value={days[end]}
                aria-invalid={isTurned || undefined}
                onChange={({ target }) => choose({ [end]: target.value })}
                className={TOOL}
              />
            )}
          </ToolField>
        ))}
      </div>
      {isTurned && (
        <p role="alert" className="text-[0.9375rem] font-semibold text-beet">
          The last day must not be before the first one.
        </p>
      )}
    </div>
  )
}

/** While a year is typed, a browser's field says 0002-01-01. */
function isDay(day: string): boolean {
  return day >= '2000'
}
