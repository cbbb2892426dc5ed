const GROUPED = new Intl.NumberFormat('en-US')

export function withThousands(whole: number): string {
  return GROUPED.format(whole)
}
