export function formatBoxes(boxes: number): string {
  return boxes === 1 ? '1 box' : `${boxes} boxes`
}

const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `#1042 and #1051` */
export function formatNumbers(ids: readonly number[]): string {
  return AND.format(ids.map((id) => `#${id}`))
}

export function formatTogether(ids: readonly number[]): string {
  return `Packed together with ${formatNumbers(ids)}`
}
