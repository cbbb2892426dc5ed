import type { FirstView } from '#tests/first-view.ts'
import type { Rush, Speed } from './checkouts.ts'
import type { Growth } from './growth.ts'
import type { LighthouseFound } from './lighthouse.ts'
import type { Result } from './load.ts'
import type { MarketDay } from './market-day.ts'
import type { Mixed } from './mixed.ts'
import type { Several } from './several.ts'
import type { Size } from './size.ts'
import type { Standing } from './standing.ts'

export type Measured = {
  reading: Result[]
  speeds: Speed[]
  rushes: Rush[]
  mixed: Mixed
  several: Several
  standing: Standing
  loadedMb: number
  firstView: FirstView
  marketDay: MarketDay
  lighthouse: LighthouseFound
}

/** `measured` is null for a run of growth alone. */
export type Found = {
  size: Size
  command: string
  startedAt: Date
  minutes: number
  disk: { median: number; p99: number }
  measured: Measured | null
  growth: Growth
  leftOut: string[]
}
