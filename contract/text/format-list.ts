const AND = new Intl.ListFormat('en-US')

/** `Bagels`, `Bagels and Eggs`, `Bagels, Eggs, and Honey` */
export function formatList(items: readonly string[]): string {
  return AND.format(items)
}
