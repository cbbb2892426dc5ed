export const TENDER_KINDS = ['card', 'cash', 'check', 'other'] as const
export type TenderKind = (typeof TENDER_KINDS)[number]

export function tenderKindOf({
  name,
  is_cash,
}: {
  name: string
  is_cash: boolean | number
}): TenderKind {
  if (is_cash) return 'cash'
  return ['check', 'checks'].includes(name.toLowerCase()) ? 'check' : 'other'
}
