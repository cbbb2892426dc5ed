import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import type { Figures } from '#contract/analytics.ts'
import { formatShortDay } from '#contract/date-format.ts'
import { formatDollars, toCents } from '#contract/money.ts'

type Weeks = Figures['weeks']

const HEIGHT = 224

export function RevenueChart({ weeks }: { weeks: Weeks }) {
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = weeks[pointed ?? weeks.length - 1]
  useEffect(() => {
    const target = place.current
    if (!target) return
    const chart = new UPlot(lookOf(weeks, target.clientWidth, setPointed), inColumns(weeks), target)
    const watcher = new ResizeObserver(() =>
      chart.setSize({ width: target.clientWidth, height: HEIGHT }),
    )
    watcher.observe(target)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => chart.redraw(false)
    scheme.addEventListener('change', redraw)
    return () => {
      scheme.removeEventListener('change', redraw)
      watcher.disconnect()
      chart.destroy()
    }
  }, [weeks])
  return (
    <>
      {shown && (
        <p className="font-semibold tabular-nums">
          Week from {formatShortDay(shown.monday)}: {formatDollars(toCents(shown.revenue))},{' '}
          {shown.orders === 1 ? '1 order' : `${shown.orders} orders`}
        </p>
      )}
      <div ref={place} aria-hidden="true" className="min-h-56 min-w-0" />
    </>
  )
}

function inColumns(weeks: Weeks): UPlot.AlignedData {
  return [weeks.map((_, week) => week), weeks.map(({ revenue }) => revenue)]
}

function lookOf(
  weeks: Weeks,
  width: number,
  onPoint: (week: number | null) => void,
): UPlot.Options {
  const color = (name: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`)
  const style = { font: '15px "Shop Sans", sans-serif', stroke: () => color('bark-deep') }
  const lines = { ticks: { show: false }, grid: { stroke: () => color('straw'), width: 1 } }
  const bars = UPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    padding: [12, 12, 0, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, weeks.length - 0.4] },
      y: { range: (_, __, most) => [0, Math.max(10, most * 1.08)] },
    },
    axes: [
      {
        ...style,
        ...lines,
        grid: { show: false },
        space: 64,
        size: 32,
        values: (_, splits) =>
          splits.map((week) => (weeks[week] ? formatShortDay(weeks[week].monday) : '')),
      },
      {
        ...style,
        ...lines,
        size: 64,
        values: (_, splits) => splits.map((dollars) => `$${dollars}`),
      },
    ],
    series: [
      {},
      {
        fill: () => color('leaf'),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}
