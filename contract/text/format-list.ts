const AND = new Intl.ListFormat('en-US')

export function formatList(items: readonly string[]): string {
  return AND.format(items)
}
