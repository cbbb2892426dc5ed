import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { formatMoney } from '#contract/money/money.ts'

export type ChartBar = { name: string; label: string; revenue: number; orders?: number }
type Bars = readonly ChartBar[]

const HEIGHT = 224

export function RevenueChart({ bars }: { bars: Bars }) {
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = bars[pointed ?? lastBusy(bars)]
  useEffect(() => {
    const target = place.current
    if (!target) return
    const chart = new UPlot(lookOf(bars, target.clientWidth, setPointed), inColumns(bars), target)
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
  }, [bars])
  return (
    <>
      {shown && (
        <p className="font-semibold tabular-nums">
          {shown.name}: {formatMoney(shown.revenue)}
          {shown.orders !== undefined &&
            `, ${shown.orders === 1 ? '1 order or sale' : `${shown.orders} orders and sales`}`}
        </p>
      )}
      <div ref={place} aria-hidden="true" className="min-h-56 min-w-0" />
    </>
  )
}

/** Skips the days still to come. */
function lastBusy(bars: Bars): number {
  const busy = bars.findLastIndex(({ revenue, orders }) => revenue !== 0 || (orders ?? 0) > 0)
  return busy === -1 ? bars.length - 1 : busy
}

function inColumns(bars: Bars): UPlot.AlignedData {
  return [bars.map((_, bar) => bar), bars.map(({ revenue }) => revenue)]
}

function lookOf(shown: Bars, width: number, onPoint: (bar: number | null) => void): UPlot.Options {
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
      x: { time: false, range: [-0.6, shown.length - 0.4] },
      y: { range: (_, __, most) => [0, Math.max(10, most * 1.08)] },
    },
    axes: [
      {
        ...style,
        ...lines,
        grid: { show: false },
        space: 64,
        size: 32,
        values: (_, splits) => splits.map((bar) => shown[bar]?.label ?? ''),
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
