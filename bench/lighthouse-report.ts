import type { LighthouseFound } from './lighthouse.ts'
import { brief } from './numbers.ts'
import { table } from './tables.ts'

export function lighthouseReport({ runs, judged }: LighthouseFound): string[] {
  if (judged.length === 0) return []
  const ms = (value: number) => `${brief(value)} ms`
  return [
    '## Lighthouse',
    `Three pages on a slow phone as Lighthouse plays it, each number the median of ${runs} runs; only an idle machine tells the blocking time.`,
    table(
      [
        'page',
        ...(judged[0]?.scores.map(([name]) => name) ?? []),
        'FCP',
        'LCP',
        'TBT',
        'CLS',
        'SI',
      ],
      judged.map(({ page, scores, metrics: { fcp, lcp, tbt, cls, speedIndex } }) => [
        `\`${page}\``,
        ...scores.map(([, score]) => String(score)),
        ...[fcp, lcp, tbt].map(ms),
        brief(cls),
        ms(speedIndex),
      ]),
    ),
    ...judged.map(
      ({ page, criticized }) =>
        `Of \`${page}\` it criticizes: ${criticized.join('; ') || 'nothing'}.`,
    ),
  ]
}
