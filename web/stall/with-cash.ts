import type { WayToPay } from '#contract/tenders.ts'

type Tender = { way: string; amount: number | string }

/** Says of each whether it went into the cash box, as this phone knows its ways to pay. */
export function withCash(tenders: readonly Tender[], ways: readonly WayToPay[]) {
  return tenders.map((tender) => ({
    ...tender,
    isCash: ways.find(({ name }) => name === tender.way)?.isCash ?? false,
  }))
}
