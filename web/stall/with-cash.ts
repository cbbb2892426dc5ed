import type { WayToPay } from '#contract/money/tenders.ts'

type Tender = { way: string; amount: number | string }

export function withCash(tenders: readonly Tender[], ways: readonly WayToPay[]) {
  return tenders.map((tender) => ({
    ...tender,
    isCash: ways.find(({ name }) => name === tender.way)?.isCash ?? false,
  }))
}
